/** The most requests of an API key that wait for events at the same time. */
export const WAITS_PER_KEY = 5;

/** The place of one waiting request. */
export type FeedWait = { readonly keyId: string; readonly place: number; readonly until: Date };

/** Limits how many requests of an API key wait for events at the same time. */
export type FeedWaits = {
  /** Takes one of the `WAITS_PER_KEY` places of a key. Returns undefined if all are taken. A place that was not left is free again at `until`. */
  enter(keyId: string, now: Date, until: Date): Promise<FeedWait | undefined>;

  /** Leaves a place. Another request that has taken the place meanwhile keeps it. */
  leave(wait: FeedWait): Promise<void>;
};
