import { createPublicKey, type KeyObject } from 'node:crypto';
import { wrongUsage } from '#cli/command/command-error.ts';

/** A key that verifies `v1a` entries, with the text by which people recognise it. */
export type PublicKey = { readonly key: KeyObject; readonly shown: string };

/** 43 characters of base64url are 32 bytes, the size of an Ed25519 key. */
const KEY = /^[\w-]{43}$/u;

/** Reads `whpk_` and the base64 of 32 bytes, as the API shows a public key. @throws CommandError for another text */
export function readPublicKey(text: string): PublicKey {
  const shown = text.trim();
  if (shown.startsWith('whsec_'))
    throw wrongUsage(
      '--public-key has a secret. Use --secret-file for it, and keep it out of the history of your shell.',
    );
  if (!/^whpk_[A-Za-z\d+/]{43}=$/u.test(shown))
    throw wrongUsage(
      `${shown} is not a public key: whpk_ and 44 characters of base64. "endpoints show" shows the keys.`,
    );
  const x = Buffer.from(shown.slice('whpk_'.length), 'base64').toString('base64url');
  return { key: keyOf(x), shown };
}

/** Reads the Ed25519 keys of a JWK Set, as the `jwks_url` of an endpoint returns it. @throws CommandError if it has none */
export function readJwkSet(file: string, text: string): PublicKey[] {
  const found = keysIn(text).flatMap((each) => {
    const { kty, crv, x, kid } = membersOf(each);
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !KEY.test(x)) return [];
    return [{ key: keyOf(x), shown: typeof kid === 'string' ? kid : x }];
  });
  if (found.length === 0)
    throw wrongUsage(`${file} is not a JWK Set with Ed25519 keys: {"keys": [{"kty": "OKP", …}]}.`);
  return found;
}

function keysIn(text: string): readonly unknown[] {
  try {
    const set: unknown = JSON.parse(text);
    const { keys } = membersOf(set);
    return Array.isArray(keys) ? keys : [];
  } catch {
    return [];
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function keyOf(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
