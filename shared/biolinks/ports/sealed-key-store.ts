/** The reads of `SealedKeyStore`, for operations that may not write. */
export type SealedKeyReader = {
  /** Strongly consistent. Undefined until the key is first used. */
  find(): Promise<string | undefined>;
};

/** An encrypted key of the platform that is created at its first use: the key of access tokens, or the salt of a day. */
export type SealedKeyStore = SealedKeyReader & {
  /** Stores the key unless one exists, and returns the stored one. */
  createIfAbsent(sealed: string): Promise<string>;
};
