const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The format of all timestamps that leave the platform. */
export const UTC_TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/**
 * Converts an RFC 3339 date-time, with `Z` or an offset, to UTC with milliseconds. Returns undefined for anything else,
 * including dates that do not exist, `24:00` and leap seconds. Digits beyond milliseconds are cut.
 */
export function toUtcTimestamp(text: string): string | undefined {
  const wallClock = RFC_3339.exec(text)?.[1];
  if (wallClock === undefined || !isRealWallClock(wallClock)) return undefined;

  const utc = new Date(text).toISOString();
  // An offset can move the first and last hours of the calendar into six-digit years.
  return UTC_TIMESTAMP.test(utc) ? utc : undefined;
}

/** `Date` silently turns 30 February into 2 March, so only a value that survives the round trip exists. */
function isRealWallClock(wallClock: string): boolean {
  const date = new Date(`${wallClock}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(wallClock);
}
