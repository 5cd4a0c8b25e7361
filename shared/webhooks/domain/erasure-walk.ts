import { EVENT_TTL_MS } from '#shared/events/recording/recorded-event.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';

const MINUTE_MS = 60_000;

/**
 * Least time between the beginnings of two walks, in milliseconds. A walk costs the same for one request as for all that came
 * meanwhile. Whoever just missed one waits for 16 h, which leaves 4 h until the second look and 8 h until the promise is broken.
 */
const WALK_EVERY_MS = 16 * 3_600_000;

/** Where a walk stands: a minute, and the last event of it that was dealt with. */
export type WalkPlace = { readonly minute: Date; readonly lastSeen: string | null };

/** One pass over all recorded events for all requests that wait, from the newest minute back to the oldest (R22). */
export type ErasureWalk = {
  readonly beganAt: Date;
  /** The last minute to be read. */
  readonly oldest: Date;
  /** What is to be read next; before the oldest minute once the walk is over. */
  readonly place: WalkPlace;
};

/** A walk that begins now, over events that can still be there and are not older than `since`. */
export function newWalk(since: Date, now: Date): ErasureWalk {
  const oldest = Math.max(since.getTime(), now.getTime() - EVENT_TTL_MS);
  return {
    beganAt: now,
    oldest: fullMinute(new Date(oldest)),
    place: { minute: fullMinute(now), lastSeen: null },
  };
}

/** Whether a walk may begin after the last one that did. */
export function mayScanAgain(last: ErasureWalk | undefined, now: Date): boolean {
  return !last || now.getTime() - last.beganAt.getTime() >= WALK_EVERY_MS;
}

/** The minute a walk goes on with. */
export function minuteBefore({ minute }: WalkPlace): WalkPlace {
  return { minute: new Date(minute.getTime() - MINUTE_MS), lastSeen: null };
}
