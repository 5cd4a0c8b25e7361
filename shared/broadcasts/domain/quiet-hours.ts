import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';

/** Local times `HH:mm` between which a recipient gets no messages. Midnight can be between them, as from 21:00 to 08:00. */
export type QuietHours = { readonly from: string; readonly to: string };

/** Quiet hours begin and end at a minute, and time zones differ by quarters of an hour. */
const STEP_MS = 60_000;
const SEARCHED_MS = 48 * HOUR_MS;

/** Whether quiet hours contain a local time `HH:mm`. If both ends are equal, they contain no time. */
export function containsTime({ from, to }: QuietHours, time: string): boolean {
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

/**
 * When a recipient can get a message, if its country has these time zones: now, or at the first minute that is quiet in none of them. If the
 * zones are so far apart that there is no such minute, the first zone alone decides.
 */
export function endOfQuiet(hours: QuietHours, zones: readonly [string, ...string[]], now: Date): Date {
  if (isAllowed(hours, zones, now)) return now;
  const all = firstAllowed(hours, zones, now);
  return all ?? firstAllowed(hours, [zones[0]], now) ?? now;
}

function firstAllowed(hours: QuietHours, zones: readonly string[], now: Date): Date | undefined {
  const start = Math.ceil(now.getTime() / STEP_MS) * STEP_MS;
  for (let at = start; at <= start + SEARCHED_MS; at += nextCandidate(hours, zones, new Date(at))) {
    const candidate = new Date(at);
    if (isAllowed(hours, zones, candidate)) return candidate;
  }
  return undefined;
}

/** Milliseconds from a quiet time until the quiet hours end in the last of the zones that are quiet now, at least one minute. */
function nextCandidate({ from, to }: QuietHours, zones: readonly string[], at: Date): number {
  const waits = zones.flatMap((zone) => {
    const { time } = toLocalTime(at, zone);
    if (!containsTime({ from, to }, time)) return [];
    return [(minutesOf(to) - minutesOf(time) + 24 * 60) % (24 * 60)];
  });
  return Math.max(1, ...waits) * STEP_MS;
}

function isAllowed(hours: QuietHours, zones: readonly string[], at: Date): boolean {
  return zones.every((zone) => !containsTime(hours, toLocalTime(at, zone).time));
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
