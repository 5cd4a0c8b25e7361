import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { SealContext } from '#shared/platform/core/secret-box.ts';

/** An Ed25519 private key is 32 random bytes (RFC 8032, 5.1.5). */
const SEED_BYTES = 32;

/** PKCS #8 of an Ed25519 private key without its last 32 bytes (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An unencrypted key pair. `privateKey` is PKCS #8 in base64, and `publicKey` is base64url, as in a JSON Web Key. */
export type KeyPair = { readonly id: string; readonly publicKey: string; readonly privateKey: string };

/** Generates an Ed25519 key pair from `random`, a secure source. Its id is the thumbprint of the public key (RFC 7638, RFC 8037). */
export function generateKeyPair(random: (size: number) => Buffer): KeyPair {
  const privateKey = Buffer.concat([PKCS8_PREFIX, random(SEED_BYTES)]).toString('base64');
  const { x = '' } = createPublicKey(readPrivateKey(privateKey)).export({ format: 'jwk' });
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  return { id: createHash('sha256').update(members).digest('base64url'), publicKey: x, privateKey };
}

/** The key object of a private key of `generateKeyPair`. */
export function readPrivateKey(text: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
}

/** The encryption context of a private key. Its subject differs from that of the secret, so that neither can replace the other. */
export function privateKeyContext(workspaceId: string, endpointId: string): SealContext {
  return { purpose: 'signing', workspace: workspaceId, subject: `${endpointId}#key` };
}

/** Key objects that a reader keeps at most. */
const KEPT_KEYS = 1000;

/**
 * Returns a function that keeps the key objects of private keys, because the creation of one takes about as long as a signature. The
 * caller decrypts the key of each request, so a kept object signs only as long as its ciphertext is valid.
 */
export function createKeyReader(): (text: string) => KeyObject {
  const kept = new Map<string, KeyObject>();
  return (text) => {
    const known = kept.get(text);
    if (known) return known;
    const key = readPrivateKey(text);
    if (kept.size >= KEPT_KEYS) kept.clear();
    kept.set(text, key);
    return key;
  };
}
