import { create, toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime';

/**
 * The timestamp of a local date and time in a time zone. A time that the clock skips in spring moves forward by the gap. A
 * time that occurs twice in autumn means the first (RFC 5545, 3.3.5; docs/specification/workspaces.md#daylight-saving-time).
 *
 * @param date `YYYY-MM-DD`, an existing day
 * @param time `HH:mm`
 * @param timezone an IANA name or an alias of one
 * @throws RangeError if the day, the time or the time zone does not exist
 */
export function toTimestamp(date: string, time: string, timezone: string): Date {
  const [year = NaN, month = NaN, day = NaN] = date.split('-').map(Number);
  const [hour = NaN, minute = NaN] = time.split(':').map(Number);
  const local = create(year, month, day, hour, minute);
  return new Date(toZonedDateTime(local, timezone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** The local date and time of a timestamp in a time zone, to the minute, in the formats of a post's `date` and `time`. */
export function toLocalTime(
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
