/**
 * Whether a text names a time zone of the IANA database, aliases included. Offsets such as `+02:00`, which Intl takes as
 * well, are none: they know no summer time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
