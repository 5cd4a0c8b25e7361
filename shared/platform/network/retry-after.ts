/** The three date formats that recipients must accept (RFC 9110, 5.6.7); `Date.parse` alone reads `-5` as a year. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Milliseconds from `now` that a `Retry-After` value requests (RFC 9110, 10.2.3): an integer of seconds or an HTTP date, where
 * a past date gives 0. Returns undefined for any other value, which is ignored.
 */
export function parseRetryAfter(value: string, now: Date): number | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATES.some((form) => form.test(text))) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
