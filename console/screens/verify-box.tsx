import { useState } from 'preact/hooks';
import { isSignatureValid } from './verify-signature.ts';

/** Checks a signature that the receiver got. Secret and signature stay in the memory of the page. */
export function VerifyBox({ payload }: { readonly payload: object | null }) {
  const [secret, setSecret] = useState('');
  const [header, setHeader] = useState('');
  const [body, setBody] = useState(payload === null ? '' : JSON.stringify(payload));
  const [result, setResult] = useState<string>();

  async function verify(event: Event): Promise<void> {
    event.preventDefault();
    const isValid = await isSignatureValid(secret, header, body);
    setResult(
      isValid
        ? 'The signature is valid.'
        : 'The signature does not match. Compare the secret, and the body byte by byte as the receiver got it.',
    );
  }

  return (
    <details>
      <summary>Verify a signature</summary>
      <form onSubmit={(event) => void verify(event)}>
        <label htmlFor="verify-secret">Signing secret</label>
        <input
          id="verify-secret"
          type="password"
          autocomplete="off"
          required
          value={secret}
          onInput={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        <label htmlFor="verify-header">X-Webhook-Signature</label>
        <input
          id="verify-header"
          autocomplete="off"
          spellcheck={false}
          required
          value={header}
          onInput={({ currentTarget }) => setHeader(currentTarget.value)}
        />
        <label htmlFor="verify-body">Body</label>
        <textarea
          id="verify-body"
          rows={4}
          spellcheck={false}
          value={body}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <button type="submit">Verify</button>
        <output>{result}</output>
      </form>
    </details>
  );
}
