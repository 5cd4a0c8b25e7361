const DATE = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/u;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;
const FIRST_YEAR = 1970;
const LAST_YEAR = 2100;

/** Whether a text is an existing day `YYYY-MM-DD` of the years 1970 to 2100 (docs/specification.md#dates-and-times). */
export function isLocalDate(text: string): boolean {
  const { year = '', month = '', day = '' } = DATE.exec(text)?.groups ?? {};
  if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return false;
  // `Date` turns a day that does not exist into one of the following month.
  const made = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return made.toISOString().slice(0, text.length) === text;
}

/** Whether a text is a time of day, `HH:mm` from 00:00 to 23:59. */
export function isLocalTime(text: string): boolean {
  return TIME.test(text);
}
