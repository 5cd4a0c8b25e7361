/** An Ed25519 key pair: the private key as ciphertext, and the public key as base64url of its 32 bytes, as in a JSON Web Key. */
export type SigningKey = { readonly id: string; readonly publicKey: string; readonly sealed: string };

/** The key pairs that sign beside the secrets (docs/specification/webhooks.md#asymmetric-signatures). For 24 hours after a rotation the previous one signs as well. */
export type SigningKeys = {
  readonly current: SigningKey;
  readonly previous: (SigningKey & { readonly expiresAt: Date }) | null;
};

/** A key pair that signs, and the time when it stops signing; null for the current key pair. */
export type ValidKey = SigningKey & { readonly expiresAt: Date | null };

/** The key pairs that sign at a time, newest first; none without asymmetric signatures. An expired one never signs. */
export function keysAt(keys: SigningKeys | null, at: Date): readonly ValidKey[] {
  if (!keys) return [];
  const { current, previous } = keys;
  const newest = { ...current, expiresAt: null };
  return previous && previous.expiresAt > at ? [newest, previous] : [newest];
}

/**
 * The key pairs after a rotation of the secret, which also rotates them.
 * @param expiresAt when the overlap ends for secret and key pair; null if the rotation is immediate
 */
export function rotatedKeys(before: SigningKeys, key: SigningKey, expiresAt: Date | null): SigningKeys {
  return { current: key, previous: expiresAt && { ...before.current, expiresAt } };
}
