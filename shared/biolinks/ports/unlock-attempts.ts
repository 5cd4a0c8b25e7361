/** Counts password attempts in windows of ten minutes, so that passwords cannot be guessed by brute force. */
export interface UnlockAttempts {
  /**
   * Counts an attempt under a name. Returns the attempts of the window including this one, or undefined if the window has
   * `limit` attempts already; then nothing is counted.
   */
  count(counter: string, limit: number, now: Date): Promise<number | undefined>;
  /** Uncounts an attempt that was counted at the same `now`. */
  uncount(counter: string, now: Date): Promise<void>;
}
