const MINUTE_MS = 60_000;

/** The time rounded down to the minute. */
export function fullMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}
