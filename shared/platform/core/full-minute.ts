const MINUTE_MS = 60_000;

/** The full minute an instant lies in. */
export function fullMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}
