/** Counts what visitors do in windows of time: attempts at passwords, which could be guessed by brute force, and sign-ups. */
export type UnlockAttempts = {
  /**
   * Counts an attempt under a name. Returns the attempts of the window including this one, or undefined if the window has
   * `limit` attempts already; then nothing is counted.
   * @param length of the window in milliseconds, ten minutes by default; a name always has the same length
   */
  count(counter: string, limit: number, now: Date, length?: number): Promise<number | undefined>;
  /** Uncounts an attempt that was counted at the same `now` in a window of ten minutes. */
  uncount(counter: string, now: Date): Promise<void>;
};
