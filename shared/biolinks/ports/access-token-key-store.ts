/** The encrypted key that signs access tokens of visitors: one for the platform, created on first use. */
export interface AccessTokenKeyStore {
  /** Strongly consistent. Undefined until the first visitor unlocks a page. */
  find(): Promise<string | undefined>;
  /** Stores the key unless one exists, and returns the stored one. */
  createIfAbsent(sealed: string): Promise<string>;
}
