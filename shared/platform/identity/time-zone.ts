/**
 * Whether a string is a time zone of the IANA database, aliases included. Offsets such as `+02:00`, which Intl accepts too,
 * are rejected, because they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false;
  // Without its aliases, the list is at hand; the first `Intl` format of a process loads locale data for 11 ms.
  if (Intl.supportedValuesOf('timeZone').includes(name)) return true;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
