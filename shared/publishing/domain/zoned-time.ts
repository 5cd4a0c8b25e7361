import { create, toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime';

/**
 * The instant that clocks in a zone show as this date and time. A time skipped in spring is moved on by the gap, of a time
 * that comes twice in autumn the first is taken (RFC 5545, 3.3.5; G41).
 *
 * @param date `YYYY-MM-DD`, a real day
 * @param time `HH:mm`
 * @param timezone an IANA name or an alias of one
 * @throws RangeError on a day, time or zone that does not exist
 */
export function zonedInstant(date: string, time: string, timezone: string): Date {
  const [year = NaN, month = NaN, day = NaN] = date.split('-').map(Number);
  const [hour = NaN, minute = NaN] = time.split(':').map(Number);
  const local = create(year, month, day, hour, minute);
  return new Date(toZonedDateTime(local, timezone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** What clocks in a zone show at an instant, as a post's `date` and `time` say it: to the minute. */
export function zonedClock(
  instant: Date,
  timezone: string,
): { readonly date: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  };
}
