import { MINUTE_MS } from './time-units.ts';

/** The time rounded down to the minute. */
export function fullMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}

/** The minute after a full minute. */
export function minuteAfter(minute: Date): Date {
  return new Date(minute.getTime() + MINUTE_MS);
}
