import { EVENT_TTL_MS } from '#shared/events/recording/recorded-event.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';

/**
 * Minimum milliseconds between the starts of two scans. A scan costs the same for one request as for all requests that
 * arrived meanwhile. A request that just missed a scan waits 16 h, which leaves 4 h until the second pass and 8 h until the
 * 24 h are over.
 */
const SCAN_INTERVAL_MS = 16 * HOUR_MS;

/** The position of a scan: the minute to read next, and the id of the last event of that minute that was processed. */
export type ScanPosition = { readonly minute: Date; readonly lastEventId: string | null };

/** One pass over all recorded events for all pending erasures, from the newest minute to the oldest. */
export type ErasureScan = {
  readonly startedAt: Date;
  /** The last minute to read. */
  readonly oldest: Date;
  /** What to read next. Once the scan is complete, the position is before the oldest minute. */
  readonly position: ScanPosition;
};

/** A scan that starts now, over events that can still exist and are not older than `since`. */
export function newScan(since: Date, now: Date): ErasureScan {
  const oldest = Math.max(since.getTime(), now.getTime() - EVENT_TTL_MS);
  return {
    startedAt: now,
    oldest: fullMinute(new Date(oldest)),
    position: { minute: fullMinute(now), lastEventId: null },
  };
}

/** Whether a new scan may start, given the last one. */
export function mayStartScan(last: ErasureScan | undefined, now: Date): boolean {
  return !last || now.getTime() - last.startedAt.getTime() >= SCAN_INTERVAL_MS;
}

/** The position at the start of the minute before, which is scanned next. */
export function minuteBefore({ minute }: ScanPosition): ScanPosition {
  return { minute: new Date(minute.getTime() - MINUTE_MS), lastEventId: null };
}
