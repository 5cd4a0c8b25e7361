import { ValidationError } from '#shared/platform/core/errors.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';

/** The earliest time of a report, for imports of old records. */
const EARLIEST = new Date('2000-01-01T00:00:00.000Z');
/** How far in the future a reported time can be, in milliseconds: a producer's clock can be set to another time zone. */
const MAX_AHEAD_MS = DAY_MS;

/**
 * Requires that something can have happened at a reported time. Receivers sort events by this time, so one wrong clock must not place an
 * event centuries away.
 * @param pointer to the field with the time
 * @throws ValidationError `out_of_range`
 */
export function requirePlausibleTime(at: Date, now: Date, pointer: string): void {
  const latest = new Date(now.getTime() + MAX_AHEAD_MS);
  if (at >= EARLIEST && at <= latest) return;
  const detail = `Use a time from ${EARLIEST.toISOString()} to 24 hours from now.`;
  throw new ValidationError([{ pointer, code: 'out_of_range', detail }]);
}
