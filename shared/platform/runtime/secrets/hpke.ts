import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/*
 * HPKE (RFC 9180) in base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM, one message per encapsulated key. Written on
 * `node:crypto`, because a library costs more bytes, more CPU time in a cold start and more for each message (ADR 92).
 */

const KEM = Buffer.from('KEM\0\x20', 'latin1');
const SUITE = Buffer.from('HPKE\0\x20\0\x01\0\x02', 'latin1');
const VERSION = 'HPKE-v1';
const BASE_MODE = Buffer.of(0);
const NOTHING = Buffer.alloc(0);

/** Bytes of a private or public key. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const AEAD = 'aes-256-gcm';

/** Encodings are read as JSON Web Keys: OpenSSL needs 0.5 ms less for them in a cold start than for DER. */
const CURVE = { kty: 'OKP', crv: 'X25519' };

/** The DER encoding of a private key without its last 32 bytes (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** What a message is bound to: a call that opens it must give the same bytes. */
export type Binding = { readonly info: Buffer; readonly aad: Buffer };

/** A public key, as OpenSSL and as RFC 9180 have it. */
export type PublicKey = { readonly key: KeyObject; readonly raw: Buffer };

/** A private key with its public key. */
export type PrivateKey = { readonly key: KeyObject; readonly publicRaw: Buffer };

/** Bytes that a message is longer than its text: the encapsulated key and the tag. */
export const OVERHEAD_BYTES = KEY_BYTES + TAG_BYTES;

/** A key pair as bytes. */
export type RawKeyPair = { readonly privateRaw: Buffer; readonly publicRaw: Buffer };

export function newKeyPair(): RawKeyPair {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  return { privateRaw: Buffer.from(d, 'base64url'), publicRaw: Buffer.from(x, 'base64url') };
}

/** A private key with the public key that is said to belong to it. With another one, it opens nothing. @throws RangeError unless both have 32 bytes */
export function readPrivateKey({ privateRaw, publicRaw }: RawKeyPair): PrivateKey {
  const key = { ...CURVE, d: toText(privateRaw), x: toText(publicRaw) };
  return { key: createPrivateKey({ key, format: 'jwk' }), publicRaw };
}

/** @throws RangeError unless there are 32 bytes */
export function readPublicKey(raw: Buffer): PublicKey {
  return { key: createPublicKey({ key: { ...CURVE, x: toText(raw) }, format: 'jwk' }), raw };
}

/** Computes the public key of a private key. @throws RangeError unless there are 32 bytes */
export function publicKeyOf(privateRaw: Buffer): Buffer {
  requireLength(privateRaw);
  const key = Buffer.concat([PKCS8_PREFIX, privateRaw]);
  const { x = '' } = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  });
  return Buffer.from(x, 'base64url');
}

/** Encrypts for the owner of the private key: the encapsulated key, the ciphertext and its tag. Tests pass the ephemeral key. */
export function sealFor(
  recipient: PublicKey,
  text: Buffer,
  { info, aad }: Binding,
  ephemeral = readPrivateKey(newKeyPair()),
): Buffer {
  const enc = ephemeral.publicRaw;
  const dh = diffieHellman({ privateKey: ephemeral.key, publicKey: recipient.key });
  const { key, nonce } = messageKey(sharedSecret(dh, enc, recipient.raw), info);
  const cipher = createCipheriv(AEAD, key, nonce).setAAD(aad);
  return Buffer.concat([enc, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of `sealFor`. @throws Error if the key, the binding or any byte differs */
export function openWith(
  { key: privateKey, publicRaw }: PrivateKey,
  sealed: Buffer,
  binding: Binding,
): Buffer {
  if (sealed.length < OVERHEAD_BYTES) throw new RangeError('The message is too short');
  const enc = sealed.subarray(0, KEY_BYTES);
  // OpenSSL rejects a key that would make the shared secret predictable (RFC 9180, 7.1.4).
  const dh = diffieHellman({ privateKey, publicKey: readPublicKey(enc).key });
  const { key, nonce } = messageKey(sharedSecret(dh, enc, publicRaw), binding.info);
  const decipher = createDecipheriv(AEAD, key, nonce, { authTagLength: TAG_BYTES }).setAAD(binding.aad);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(KEY_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** `ExtractAndExpand` of the KEM (RFC 9180, 4.1). */
export function sharedSecret(dh: Buffer, enc: Buffer, recipient: Buffer): Buffer {
  const prk = extract(KEM, NOTHING, 'eae_prk', dh);
  return expand(KEM, prk, 'shared_secret', Buffer.concat([enc, recipient]), KEY_BYTES);
}

/** The key schedule of base mode, for the first message (RFC 9180, 5.1 and 5.2). */
export function messageKey(shared: Buffer, info: Buffer): { readonly key: Buffer; readonly nonce: Buffer } {
  const context = Buffer.concat([
    BASE_MODE,
    extract(SUITE, NOTHING, 'psk_id_hash', NOTHING),
    extract(SUITE, NOTHING, 'info_hash', info),
  ]);
  const secret = extract(SUITE, shared, 'secret', NOTHING);
  return {
    key: expand(SUITE, secret, 'key', context, KEY_BYTES),
    nonce: expand(SUITE, secret, 'base_nonce', context, NONCE_BYTES),
  };
}

/** `LabeledExtract` (RFC 9180, 4). HMAC pads an empty salt with zeros, as HKDF requires. */
function extract(suite: Buffer, salt: Buffer, label: string, input: Buffer): Buffer {
  return createHmac('sha256', salt).update(VERSION).update(suite).update(label).update(input).digest();
}

/** `LabeledExpand` (RFC 9180, 4) for at most 32 bytes, which are one block of HKDF. */
function expand(suite: Buffer, key: Buffer, label: string, info: Buffer, length: number): Buffer {
  return createHmac('sha256', key)
    .update(Buffer.of(0, length))
    .update(VERSION)
    .update(suite)
    .update(label)
    .update(info)
    .update(Buffer.of(1))
    .digest()
    .subarray(0, length);
}

function toText(raw: Buffer): string {
  requireLength(raw);
  return raw.toString('base64url');
}

function requireLength({ length }: Buffer): void {
  if (length !== KEY_BYTES) throw new RangeError(`A key of X25519 has ${KEY_BYTES} bytes, not ${length}`);
}
