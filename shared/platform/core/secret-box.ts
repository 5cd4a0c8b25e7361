/** The purposes of secrets by product. Each product adds its own in its `capabilities.ts`. */
export interface DeclaredPurposes {
  readonly platform: 'replay';
}

/** What a secret is bound to: the ciphertext of one purpose or owner cannot be decrypted for another. */
export type SealContext = {
  readonly purpose: DeclaredPurposes[keyof DeclaredPurposes];
  readonly workspace: string;
  readonly subject: string;
};

/** The longest secret in bytes of UTF-8, which is what KMS encrypts at most. */
export const MAX_SECRET_BYTES = 4096;

/** Encrypts short strings, so that no secret is readable in a table (docs/specification.md#sealed-secrets). */
export type SecretBox = {
  /**
   * Encrypts 1 to `MAX_SECRET_BYTES` bytes of UTF-8.
   * @throws RangeError for another length · SecretUnavailableError if the key service is unavailable and the key is not known yet ·
   * SecretInvalidError if the key is unusable
   */
  seal(plaintext: string, context: SealContext): Promise<string>;

  /**
   * Decrypts the result of `seal`.
   * @throws SecretUnavailableError if the key service is unavailable · SecretInvalidError, or the error of KMS, if it is another text
   */
  open(sealed: string, context: SealContext): Promise<string>;
};

/** The key service is unavailable or throttles; the secret itself is intact. */
export class SecretUnavailableError extends Error {
  override readonly name = 'SecretUnavailableError';
}

/** The text is not a secret that this stage encrypted for this context, or its key is missing or unusable. A retry does not help. */
export class SecretInvalidError extends Error {
  override readonly name = 'SecretInvalidError';
}

/** @throws RangeError if a secret is empty or too long */
export function requireSecretSize(plaintext: Uint8Array): void {
  const { length } = plaintext;
  if (length < 1 || length > MAX_SECRET_BYTES)
    throw new RangeError(`A secret has 1 to ${MAX_SECRET_BYTES} bytes, not ${length}`);
}
