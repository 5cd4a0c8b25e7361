/**
 * Whether a string is a time zone of the IANA database, aliases included. Offsets such as `+02:00`, which Intl accepts too,
 * are rejected, because they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
