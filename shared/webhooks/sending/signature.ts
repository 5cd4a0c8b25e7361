import { createHmac, type KeyObject, sign } from 'node:crypto';
import { unsignedHeaders } from '#shared/webhooks/domain/delivery-headers.ts';
import { SIGNING_SECRET_PREFIX } from './signing-secret.ts';

/** The input of the signatures of one attempt. */
export type SignatureInput = {
  /** One secret, or two during the overlap of a rotation, newest first. */
  readonly secrets: readonly string[];
  /** The private Ed25519 keys that sign as well: none, one, or two during the overlap, newest first. */
  readonly keys?: readonly KeyObject[];
  readonly eventId: string;
  /**
   * Time of this attempt in Unix seconds. Each attempt needs a new one, because receivers reject a time that differs from
   * their clock by more than 300 s.
   */
  readonly timestamp: number;
  /** The exact bytes that are sent; signing a re-serialised object would break verification. */
  readonly body: Buffer;
};

/**
 * The headers of both signature schemes, Stripe's and Standard Webhooks', from the same secret
 * (docs/specification/webhooks.md#signatures). `webhook-signature` also has the asymmetric signatures, after the others.
 * @throws RangeError unless there are one or two `whsec_` secrets, at most two keys and an integer timestamp
 */
export function signatureHeaders({
  secrets,
  keys = [],
  eventId,
  timestamp,
  body,
}: SignatureInput): Record<string, string> {
  if (secrets.length < 1 || secrets.length > 2) throw new RangeError('one or two signing secrets are needed');
  if (!secrets.every((secret) => secret.startsWith(SIGNING_SECRET_PREFIX))) {
    throw new RangeError(`a signing secret starts with ${SIGNING_SECRET_PREFIX}`);
  }
  if (keys.length > 2) throw new RangeError('at most two keys sign');
  if (!Number.isSafeInteger(timestamp)) throw new RangeError('the timestamp is in whole unix seconds');

  const time = String(timestamp);
  const stripeStyle = secrets.map(
    (secret) => `v1=${mac(stripeKey(secret), `${time}.`, body).toString('hex')}`,
  );
  const standardStyle = secrets.map(
    (secret) => `v1,${mac(standardKey(secret), `${eventId}.${time}.`, body).toString('base64')}`,
  );
  const entries =
    keys.length === 0
      ? standardStyle
      : [...standardStyle, ...asymmetricStyle(keys, `${eventId}.${time}.`, body)];
  return {
    'x-webhook-signature': [`t=${time}`, ...stripeStyle].join(','),
    'webhook-id': eventId,
    'webhook-timestamp': time,
    'webhook-signature': entries.join(' '),
  };
}

/** The signatures that receivers verify with a public key, of the same content as Standard Webhooks. */
function asymmetricStyle(keys: readonly KeyObject[], prefix: string, body: Buffer): string[] {
  // Ed25519 reads its input twice, so it cannot be given in parts.
  const content = Buffer.concat([Buffer.from(prefix), body]);
  return keys.map((key) => `v1a,${sign(null, content, key).toString('base64')}`);
}

/** Stripe's verifiers use the complete secret as the key, including the prefix. */
function stripeKey(secret: string): Key {
  return { text: secret, encoding: 'utf8' };
}

/** Standard Webhooks' verifiers decode the part after the prefix. */
function standardKey(secret: string): Key {
  return { text: secret.slice(SIGNING_SECRET_PREFIX.length), encoding: 'base64' };
}

/** The key as text: for a key in bytes Node first creates a key object, which takes five times as long as the signature. */
type Key = { readonly text: string; readonly encoding: 'utf8' | 'base64' };

function mac({ text, encoding }: Key, prefix: string, body: Buffer): Buffer {
  return createHmac('sha256', text, { encoding }).update(prefix).update(body).digest();
}

/** The input of the headers of one delivery attempt. */
export type DeliveryHeadersInput = SignatureInput & {
  /** Event name, such as `publishing.post.published`. */
  readonly event: string;
  readonly deliveryId: string;
};

/**
 * All headers that the platform sets on one delivery attempt, in lower case (docs/specification/webhooks.md#delivery-headers). HTTP
 * adds only what it requires: no cookies, no `Accept-Encoding`. Throws the errors of `signatureHeaders`.
 */
export function webhookRequestHeaders(input: DeliveryHeadersInput): Record<string, string> {
  return { ...unsignedHeaders(input), ...signatureHeaders(input) };
}
