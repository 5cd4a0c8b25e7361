/** Counts tries at pages' passwords, so that nobody can go through a list of them. */
export interface UnlockAttempts {
  /** Counts a try of a client at a page; false if it had all of its tries in this window, then nothing is counted. */
  count(pageId: string, client: string, now: Date): Promise<boolean>;
  /** Takes back a try that was counted at the same instant: it was the right password. */
  giveBack(pageId: string, client: string, now: Date): Promise<void>;
}

/** The sealed key by which visitors' passes are signed: one for the platform, made when the first is needed. */
export interface AccessTokenKeyStore {
  find(): Promise<string | undefined>;
  /** Keeps a key unless there is one already, and gives the one that is kept. */
  keep(sealed: string): Promise<string>;
}
