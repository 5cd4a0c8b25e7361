import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Clock, readRecent, WebhookError, type WebhookEvent } from './verify-webhook.ts';

/** A `public_key` of the endpoint, or an entry of the `keys` in its JWK Set. */
export type WebhookKey = string | { readonly x: string };

/** The headers of a request, with names in lower case as Node has them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies an asymmetric signature of a request, and returns the event. No secret is needed. `keys` are the current keys of the endpoint: two
 * during a rotation. Times are in seconds. Drop duplicates by `X-Webhook-Delivery`, as with `verifyWebhook`.
 * @throws WebhookError with a reason; respond with 400
 */
export function verifyWebhookWithKeys(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  keys: readonly WebhookKey[],
  clock: Clock = {},
): WebhookEvent {
  const publicKeys = keys.map(toPublicKey);
  const id = headers['webhook-id'];
  const time = headers['webhook-timestamp'];
  const entries = headers['webhook-signature'];
  if (id === undefined || time === undefined || entries === undefined)
    throw new WebhookError('missing', 'webhook-id, webhook-timestamp or webhook-signature is missing');
  if (
    typeof id !== 'string' ||
    typeof time !== 'string' ||
    typeof entries !== 'string' ||
    !/^\d+$/u.test(time)
  )
    throw new WebhookError(
      'malformed',
      'A webhook-… header is repeated, or webhook-timestamp is not a number',
    );
  // Entries of other versions are ignored: without a secret they prove nothing.
  const signatures = entries
    .split(' ')
    .flatMap((entry) => (entry.startsWith('v1a,') ? [entry.slice(4)] : []));
  if (signatures.length === 0) throw new WebhookError('missing', 'webhook-signature has no v1a entry');

  const content = Buffer.concat([Buffer.from(`${id}.${time}.`), Buffer.from(body)]);
  const isSigned = signatures.some((signature) =>
    publicKeys.some((key) => verify(null, content, key, Buffer.from(signature, 'base64'))),
  );
  if (!isSigned) throw new WebhookError('no_match', 'No v1a entry matches the body and a key');
  return readRecent(time, body, clock);
}

function toPublicKey(key: WebhookKey): KeyObject {
  const x = typeof key === 'string' ? /^whpk_([A-Za-z\d+/]{43}=)$/u.exec(key)?.[1] : key.x;
  const bytes = Buffer.from(x ?? '', 'base64');
  if (bytes.length !== 32) throw new Error('The public key is neither whpk_… nor an entry of a JWK Set');
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
    format: 'jwk',
  });
}
