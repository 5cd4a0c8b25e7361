/** The purposes of secrets by product. Each product adds its own in its `capabilities.ts`. */
export interface DeclaredPurposes {
  readonly platform: 'replay';
}

/** The encryption context: ciphertext of one purpose or owner cannot be decrypted for another. */
export type SealContext = {
  readonly purpose: DeclaredPurposes[keyof DeclaredPurposes];
  readonly workspace: string;
  readonly subject: string;
};

/** Encrypts short strings, so that no secret is readable in a table (docs/specification.md#sealed-secrets). */
export type SecretBox = {
  /** Encrypts at most 4,096 bytes of UTF-8, the limit of KMS `Encrypt`. */
  seal(plaintext: string, context: SealContext): Promise<string>;

  /** Decrypts the result of `seal`. @throws SecretUnavailableError if the key service is unavailable */
  open(sealed: string, context: SealContext): Promise<string>;
};

/** The key service is unavailable or throttles; the secret itself is intact. */
export class SecretUnavailableError extends Error {
  override readonly name = 'SecretUnavailableError';
}
