/** What a sealed text is for; a text sealed for one purpose or owner cannot be opened for another. */
export type SealContext = {
  readonly purpose: 'signing' | 'replay' | 'page-pass' | 'account';
  readonly workspace: string;
  readonly subject: string;
};

/** Seals short texts so that no secret is readable in a table. */
export interface SecretBox {
  /** Seals at most 4,096 bytes of UTF-8 (the limit of KMS `Encrypt`, H11). */
  seal(plaintext: string, context: SealContext): Promise<string>;

  /** Opens what `seal` made. @throws SecretUnavailableError when the key service cannot answer now (H17). */
  open(sealed: string, context: SealContext): Promise<string>;
}

/** The key service is down or throttles; the secret itself is fine. */
export class SecretUnavailableError extends Error {
  override readonly name = 'SecretUnavailableError';
}
