import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';

/** The two schemes in which every delivery is signed; a receiver checks either of them (docs/specification/webhooks.md#signatures). */
export type Scheme = 'stripe' | 'standard';

/** Also the scheme of endpoints with a key pair, which a receiver checks with a public key (docs/specification/webhooks.md#asymmetric-signatures). */
export type AnyScheme = Scheme | 'asymmetric';

/** The result of verifying one scheme. */
export type FailureKind =
  | 'verified'
  | 'header_missing'
  | 'header_malformed'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'signature_mismatch';

export type SignedDelivery = {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes received: a body that was parsed and serialised again does not verify. */
  readonly body: Buffer;
  /** Unix time in milliseconds. */
  readonly receivedAt: number;
};

const TOLERANCE_SECONDS = 300;

/** Verifies both schemes with one secret, exactly as strictly as their published libraries. */
export function verifySignatures(delivery: SignedDelivery, secret: string): Record<Scheme, FailureKind> {
  return { stripe: verifyStripe(delivery, secret), standard: verifyStandard(delivery, secret) };
}

/** `t=<seconds>,v1=<hex>[,v1=<hex>]` over `<t>.<body>`; the key is the secret as text. */
function verifyStripe({ headers, body, receivedAt }: SignedDelivery, secret: string): FailureKind {
  const header = headers['x-webhook-signature'];
  if (!header) return 'header_missing';
  const members = header.split(',').map((member) => member.split('='));
  const time = members.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = members.flatMap(([name, value = '']) => (name === 'v1' ? [value] : []));
  if (!isTime(time) || signatures.length === 0) return 'header_malformed';
  // Stripe's libraries reject only old timestamps, so receivers that use them do too.
  if (ageOf(time, receivedAt) > TOLERANCE_SECONDS) return 'timestamp_too_old';
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  return matches(signatures, expected);
}

/** `v1,<base64>[ v1,<base64>]` over `<id>.<timestamp>.<body>`; the key is the decoded secret. */
function verifyStandard(delivery: SignedDelivery, secret: string): FailureKind {
  const signed = readStandard(delivery);
  if (typeof signed === 'string') return signed;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(signed.content).digest('base64');
  return matches(signed.entries, `v1,${expected}`);
}

/** Verifies the `v1a,<base64>` entries with a public key, `whpk_…`. They sign the same content as `v1`; other entries do not count. */
export function verifyAsymmetric(delivery: SignedDelivery, publicKey: string): FailureKind {
  const signed = readStandard(delivery);
  if (typeof signed === 'string') return signed;
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const isValid = signed.entries.some(
    (entry) =>
      entry.startsWith('v1a,') &&
      verify(null, signed.content, key, Buffer.from(entry.slice('v1a,'.length), 'base64')),
  );
  return isValid ? 'verified' : 'signature_mismatch';
}

/** The signed bytes and the entries of Standard Webhooks, or why no entry can be verified. */
function readStandard({ headers, body, receivedAt }: SignedDelivery) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': header } = headers;
  if (!id || !time || !header) return 'header_missing';
  if (!isTime(time)) return 'header_malformed';
  const age = ageOf(time, receivedAt);
  if (age > TOLERANCE_SECONDS) return 'timestamp_too_old';
  if (age < -TOLERANCE_SECONDS) return 'timestamp_in_future';
  return { content: Buffer.concat([Buffer.from(`${id}.${time}.`), body]), entries: header.split(' ') };
}

function isTime(text: string): boolean {
  return /^\d{1,12}$/.test(text);
}

function ageOf(time: string, receivedAt: number): number {
  return Math.floor(receivedAt / 1000) - Number(time);
}

function matches(given: readonly string[], expected: string): FailureKind {
  return given.some((each) => isSame(each, expected)) ? 'verified' : 'signature_mismatch';
}

function isSame(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
