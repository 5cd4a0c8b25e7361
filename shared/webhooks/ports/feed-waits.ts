/** The most requests of an API key that wait for events at the same time. */
export const WAITS_PER_KEY = 5;

/** The most requests of a workspace that wait for events at the same time, so that other workspaces find room in the function. */
export const WAITS_PER_WORKSPACE = 20;

/** Who waits. */
export type FeedWaiter = { readonly workspaceId: string; readonly keyId: string };

/** The place of one waiting request. */
export type FeedWait = FeedWaiter & { readonly place: number; readonly until: Date };

/** Limits how many requests wait for events at the same time (docs/specification/events.md#waiting-for-events). */
export type FeedWaits = {
  /**
   * Takes one of the `WAITS_PER_WORKSPACE` places, of which a key takes at most `WAITS_PER_KEY`. Returns undefined if none is free. A place
   * that was not left is free again at `until`.
   */
  enter(waiter: FeedWaiter, now: Date, until: Date): Promise<FeedWait | undefined>;

  /** Leaves a place. Another request that has taken the place meanwhile keeps it. */
  leave(wait: FeedWait): Promise<void>;
};

/** A place that is taken until a time. */
export type TakenPlace = { readonly place: number; readonly keyId: string; readonly until: Date };

/** The place that a key can take next; undefined if the workspace or the key has no free one. */
export function freePlace(taken: readonly TakenPlace[], keyId: string, now: Date): number | undefined {
  const current = taken.filter(({ until }) => until > now);
  if (current.filter((each) => each.keyId === keyId).length >= WAITS_PER_KEY) return undefined;
  const places = Array.from({ length: WAITS_PER_WORKSPACE }, (_, index) => index + 1);
  return places.find((place) => current.every((each) => each.place !== place));
}
