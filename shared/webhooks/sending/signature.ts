import { createHmac } from 'node:crypto';
import { SIGNING_SECRET_PREFIX } from './signing-secret.ts';

/** What one attempt signs. */
export interface SignatureInput {
  /** One secret, or two during a rotation's overlap, newest first. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  /** Time of this attempt in unix seconds; fresh for every attempt, because receivers allow 300 s. */
  readonly timestamp: number;
  /** The very bytes that are sent; signing a re-serialised object would break verification. */
  readonly body: Buffer;
}

/**
 * Signature headers of one attempt in both families, Stripe's and Standard Webhooks', from the same secret
 * (G104). Throws RangeError unless there are one or two `whsec_` secrets and a whole timestamp.
 */
export function signatureHeaders({
  secrets,
  eventId,
  timestamp,
  body,
}: SignatureInput): Record<string, string> {
  if (secrets.length < 1 || secrets.length > 2) throw new RangeError('one or two signing secrets are needed');
  if (!secrets.every((secret) => secret.startsWith(SIGNING_SECRET_PREFIX))) {
    throw new RangeError(`a signing secret starts with ${SIGNING_SECRET_PREFIX}`);
  }
  if (!Number.isSafeInteger(timestamp)) throw new RangeError('the timestamp is in whole unix seconds');

  const time = String(timestamp);
  const stripeStyle = secrets.map(
    (secret) => `v1=${mac(stripeKey(secret), `${time}.`, body).toString('hex')}`,
  );
  const standardStyle = secrets.map(
    (secret) => `v1,${mac(standardKey(secret), `${eventId}.${time}.`, body).toString('base64')}`,
  );
  return {
    'x-webhook-signature': [`t=${time}`, ...stripeStyle].join(','),
    'webhook-id': eventId,
    'webhook-timestamp': time,
    'webhook-signature': standardStyle.join(' '),
  };
}

/** Stripe's verifiers use the whole text of the secret as the key, prefix included. */
function stripeKey(secret: string): Key {
  return { text: secret, encoding: 'utf8' };
}

/** Standard Webhooks' verifiers decode what follows the prefix. */
function standardKey(secret: string): Key {
  return { text: secret.slice(SIGNING_SECRET_PREFIX.length), encoding: 'base64' };
}

/** Bytes as text: of bytes themselves Node makes a key object first, which takes five times as long as the signature. */
type Key = { readonly text: string; readonly encoding: 'utf8' | 'base64' };

function mac({ text, encoding }: Key, prefix: string, body: Buffer): Buffer {
  return createHmac('sha256', text, { encoding }).update(prefix).update(body).digest();
}
