import { DAY_MS } from './time-units.ts';
const DATE = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/u;

/** Whether a text is an existing day `YYYY-MM-DD` of these years. */
export function isCalendarDate(text: string, [first, last]: readonly [number, number]): boolean {
  const { year = '', month = '', day = '' } = DATE.exec(text)?.groups ?? {};
  if (Number(year) < first || Number(year) > last) return false;
  // `Date` turns a day that does not exist into one of the following month.
  const made = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return toText(made) === text;
}

/** The day this many days after a day, both `YYYY-MM-DD`. */
export function daysAfter(day: string, days: number): string {
  return toText(new Date(Date.parse(day) + days * DAY_MS));
}

/** Whether a year has a 29 February. */
export function isLeapYear(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
}

function toText(at: Date): string {
  return at.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
