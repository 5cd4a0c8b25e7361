import { Copy } from '#console/parts/copy.tsx';
import { Fact } from '#console/parts/facts.tsx';
import { When } from '#console/parts/when.tsx';
import type { Endpoint } from './endpoint-reads.ts';

/** The keys that verify the asymmetric signatures of an endpoint, and the URL where a receiver finds them. */
export function PublicKeys({
  endpoint: { asymmetric_signatures: isOn, public_keys: keys, jwks_url: url },
}: {
  readonly endpoint: Endpoint;
}) {
  if (!isOn) return null;
  return (
    <section aria-label="Public keys">
      <h2>Public keys</h2>
      <p>
        Deliveries are also signed with a key pair. Your receiver can verify them with a public key, which is
        no secret.
      </p>
      <dl>
        {url !== null && (
          <Fact name="JWKS URL">
            <code>{url}</code> <Copy text={url} label="Copy the URL" />
          </Fact>
        )}
        {keys.map(({ id, public_key: key, expires_at: expiresAt }) => (
          <Fact key={id} name={expiresAt === null ? 'Current key' : 'Old key'}>
            <code>{key}</code> <Copy text={key} label="Copy the key" />
            <br />
            <span class="soft">
              ID <code>{id}</code>
              {expiresAt !== null && (
                <>
                  , signs until <When at={expiresAt} />
                </>
              )}
            </span>
          </Fact>
        ))}
      </dl>
    </section>
  );
}
