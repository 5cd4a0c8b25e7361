const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:)(\d\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Second 60, which `Date` does not have. */
const LEAP_SECOND = /:60\.\d{3}Z$/;

/** The format of all timestamps that leave the platform. */
export const UTC_TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/**
 * Converts an RFC 3339 date-time, with `Z` or an offset, to UTC with milliseconds; `t` and `z` can be in lower case. Returns undefined for
 * anything else, including dates that do not exist, `24:00` and leap seconds. Digits beyond milliseconds are cut.
 */
export function toUtcTimestamp(text: string): string | undefined {
  const timestamp = withLeapSecond(text);
  return timestamp !== undefined && LEAP_SECOND.test(timestamp) ? undefined : timestamp;
}

/** The same for times that somebody observed: also second 60 of a leap second, at the end of a month in UTC (RFC 3339, 5.7). */
export function withLeapSecond(text: string): string | undefined {
  const [, minute = '', second = '', fraction = '', offset = ''] = RFC_3339.exec(text.toUpperCase()) ?? [];
  const isLeap = second === '60';
  const wallClock = `${minute}${isLeap ? '59' : second}`;
  if (!isRealWallClock(wallClock)) return undefined;

  const utc = new Date(`${wallClock}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`).toISOString();
  // An offset can move the first and last hours of the calendar into six-digit years.
  if (!UTC_TIMESTAMP.test(utc)) return undefined;
  if (!isLeap) return utc;
  const next = new Date(Math.ceil((Date.parse(utc) + 1) / 1000) * 1000).toISOString();
  return next.endsWith('-01T00:00:00.000Z') ? utc.replace(/:59(\.\d{3}Z)$/, ':60$1') : undefined;
}

/** The `Date` of a timestamp of `withLeapSecond`: a leap second is the last millisecond before it ends. */
export function instantOf(timestamp: string): Date {
  return new Date(timestamp.replace(LEAP_SECOND, ':59.999Z'));
}

/** `Date` silently turns 30 February into 2 March, so only a value that survives the round trip exists. */
function isRealWallClock(wallClock: string): boolean {
  const date = new Date(`${wallClock}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(wallClock);
}
