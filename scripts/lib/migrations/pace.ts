/** Waits until the next pieces of work may begin. */
export type Pace = (pieces: number) => Promise<void>;

/** Parts of the second after which an idle pace allows a burst. */
const BURST_MS = 1000;

/**
 * Allows `perSecond` pieces of work in a second, counted over all callers. After a pause, at most the pieces of one second follow at once.
 */
export function createPace(
  perSecond: number,
  clock: () => number,
  wait: (milliseconds: number) => Promise<unknown>,
): Pace {
  /** When everything that was allowed so far is paid for. */
  let paidAt = clock() - BURST_MS;
  return async (pieces) => {
    const now = clock();
    paidAt = Math.max(paidAt, now - BURST_MS) + (pieces * 1000) / perSecond;
    if (paidAt > now) await wait(paidAt - now);
  };
}
