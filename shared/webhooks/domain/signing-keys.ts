/** An Ed25519 key pair: the private key as ciphertext, and the public key as base64url of its 32 bytes, as in a JSON Web Key. */
export type SigningKey = { readonly id: string; readonly publicKey: string; readonly sealed: string };

/** The key pairs that sign beside the secrets (docs/specification.md#asymmetric-signatures). For 24 hours after a rotation the previous one signs as well. */
export type SigningKeys = {
  readonly current: SigningKey;
  readonly previous: (SigningKey & { readonly expiresAt: Date }) | null;
};
