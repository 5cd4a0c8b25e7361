import { daysAfter } from '#shared/platform/core/calendar-date.ts';
import type { NextJob } from '#shared/platform/core/scheduled-job.ts';
import { toLocalTime, toTimestamp } from '#shared/platform/core/zoned-time.ts';

/**
 * A run is repeated after this many milliseconds: the index is eventually consistent, and a request that read an earlier time zone
 * writes within 10 s or not at all.
 */
const SECOND_RUN_MS = 60_000;

/**
 * Starts work at the beginning of each day in the time zone of a workspace. The work is found by calendar days, so a change of the time
 * zone changes only the time of the next run (docs/adr/messaging/0061-dates-of-contacts.md).
 */
export type Calendar = {
  readonly workspaceId: string;
  /** The local day of the last complete run, `YYYY-MM-DD`; null before the first. */
  readonly day: string | null;
  readonly due: NextJob;
};

/** A calendar whose first run is now. */
export function newCalendar(workspaceId: string, now: Date): Calendar {
  return { workspaceId, day: null, due: { at: now, seq: 1, timer: true } };
}

/** The calendar after everything up to `today` is done: it runs once more on this day, then at the beginning of the next day. */
export function afterDay(calendar: Calendar, today: string, timezone: string, now: Date): Calendar {
  if (calendar.day !== today) return runningAt(calendar, new Date(now.getTime() + SECOND_RUN_MS), today);
  return runningAt(calendar, startOfDay(daysAfter(today, 1), timezone), today);
}

/** The calendar that runs at once: its run was too long for one message, or the time zone of the workspace changed. */
export function runningNow(calendar: Calendar, now: Date): Calendar {
  return runningAt(calendar, now, calendar.day);
}

/** The day at a time in a time zone. */
export function localDay(at: Date, timezone: string): string {
  return toLocalTime(at, timezone).date;
}

/** The first moment of a day in a time zone, which is not midnight if the clock skips midnight. */
export function startOfDay(day: string, timezone: string): Date {
  return toTimestamp(day, '00:00', timezone);
}

function runningAt({ workspaceId, due }: Calendar, at: Date, day: string | null): Calendar {
  return { workspaceId, day, due: { at, seq: due.seq + 1, timer: true } };
}
