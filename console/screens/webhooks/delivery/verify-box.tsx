import { useState } from 'preact/hooks';
import { Submit } from '#console/parts/button.tsx';
import { isAsymmetricSignatureValid, isPublicKey, isSignatureValid } from './verify-signature.ts';

const RESULTS = {
  valid: 'The signature is valid.',
  secret:
    'The signature does not match. Compare the secret, and the body byte by byte as the receiver got it.',
  key: 'No v1a entry matches this public key. Compare the key with those of the endpoint, and the body byte by byte as the receiver got it.',
  unsupported: 'This browser cannot verify Ed25519 signatures. Use a newer browser, or the command line.',
};

/** Checks a signature that the receiver got. Secret and signature stay in the memory of the page. */
export function VerifyBox({ payload }: { readonly payload: object | null }) {
  const [secret, setSecret] = useState('');
  const [header, setHeader] = useState('');
  const [id, setId] = useState(eventIdOf(payload));
  const [timestamp, setTimestamp] = useState('');
  const [signature, setSignature] = useState('');
  const [body, setBody] = useState(payload === null ? '' : JSON.stringify(payload));
  const [result, setResult] = useState<string>();
  const isKey = isPublicKey(secret);

  async function verify(event: Event): Promise<void> {
    event.preventDefault();
    const isValid = isKey
      ? await isAsymmetricSignatureValid(secret, { id, timestamp, signature }, body)
      : await isSignatureValid(secret, header, body);
    if (isValid === undefined) setResult(RESULTS.unsupported);
    else setResult(isValid ? RESULTS.valid : isKey ? RESULTS.key : RESULTS.secret);
  }

  return (
    <details>
      <summary>Verify a signature</summary>
      <form onSubmit={(event) => void verify(event)}>
        <div class="field">
          <label htmlFor="verify-secret">Signing secret or public key</label>
          <input
            id="verify-secret"
            type="password"
            autocomplete="off"
            required
            value={secret}
            onInput={({ currentTarget }) => setSecret(currentTarget.value)}
          />
        </div>
        {isKey ? (
          <>
            <HeaderField name="webhook-id" value={id} onChange={setId} />
            <HeaderField name="webhook-timestamp" value={timestamp} onChange={setTimestamp} />
            <HeaderField name="webhook-signature" value={signature} onChange={setSignature} />
          </>
        ) : (
          <HeaderField name="X-Webhook-Signature" value={header} onChange={setHeader} />
        )}
        <div class="field">
          <label htmlFor="verify-body">Body</label>
          <textarea
            id="verify-body"
            rows={4}
            spellcheck={false}
            value={body}
            onInput={({ currentTarget }) => setBody(currentTarget.value)}
          />
        </div>
        <div class="actions">
          <Submit label="Verify" />
          <output>{result}</output>
        </div>
      </form>
    </details>
  );
}

function HeaderField({
  name,
  value,
  onChange,
}: {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const field = `verify-${name.toLowerCase()}`;
  return (
    <div class="field">
      <label htmlFor={field}>{name}</label>
      <input
        id={field}
        autocomplete="off"
        spellcheck={false}
        required
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

/** The event id, which is the `webhook-id` of every attempt. */
function eventIdOf(payload: object | null): string {
  return payload !== null && 'id' in payload && typeof payload.id === 'string' ? payload.id : '';
}
