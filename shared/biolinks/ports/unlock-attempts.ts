/** Counts password attempts, so that passwords cannot be guessed by brute force. */
export interface UnlockAttempts {
  /** Counts an attempt of a client at a page. Returns false and counts nothing if the limit of the window is reached. */
  count(pageId: string, client: string, now: Date): Promise<boolean>;
  /** Uncounts an attempt that was counted at the same `now`, because its password was correct. */
  uncount(pageId: string, client: string, now: Date): Promise<void>;
}
