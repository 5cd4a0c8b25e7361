/** Below this number of code points, a client with enough networks can guess a password. */
const ENOUGH = 8;
/** Only digits need more of them. */
const ENOUGH_DIGITS = 12;

/** Whether a page password can be guessed in spite of the limits for attempts (docs/specification/biolinks.md#page-password). */
export function isWeakPassword(password: string): boolean {
  const points = [...password];
  if (new Set(points).size < 4) return true;
  return points.length < (/^\d+$/u.test(password) ? ENOUGH_DIGITS : ENOUGH);
}
