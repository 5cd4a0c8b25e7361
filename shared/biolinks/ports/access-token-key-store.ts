/** The reads of `AccessTokenKeyStore`, for operations that may not write. */
export interface AccessTokenKeyReader {
  /** Strongly consistent. Undefined until the first visitor unlocks a page. */
  find(): Promise<string | undefined>;
}

/** The encrypted key that signs access tokens of visitors: one for the platform, created on first use. */
export interface AccessTokenKeyStore extends AccessTokenKeyReader {
  /** Stores the key unless one exists, and returns the stored one. */
  createIfAbsent(sealed: string): Promise<string>;
}
