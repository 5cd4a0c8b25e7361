import {
  createSealedKey,
  createSealedKeyReader,
  type SealedKey,
  type SealedKeyDependencies,
  type SealedKeyReaderDependencies,
} from './sealed-key.ts';

/** What the key is bound to. The platform has one key, so there is no workspace or subject to bind the ciphertext to. */
export const ACCESS_TOKEN_KEY_CONTEXT = {
  purpose: 'page-access-token',
  workspace: 'platform',
  subject: 'page-access-token-key',
} as const;

/** The key that signs the access tokens of visitors. Without a key, no access token can be valid. */
export type AccessTokenKey = SealedKey;

export function createAccessTokenKeyReader(deps: SealedKeyReaderDependencies): Pick<AccessTokenKey, 'find'> {
  return createSealedKeyReader(deps, ACCESS_TOKEN_KEY_CONTEXT);
}

/** The same, and creates the key if none exists. */
export function createAccessTokenKey(deps: SealedKeyDependencies): AccessTokenKey {
  return createSealedKey(deps, ACCESS_TOKEN_KEY_CONTEXT);
}
