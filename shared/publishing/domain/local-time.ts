import { isCalendarDate } from '#shared/platform/core/calendar-date.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;
const YEARS = [1970, 2100] as const;

/** Whether a text is an existing day `YYYY-MM-DD` of the years 1970 to 2100 (docs/specification.md#dates-and-times). */
export function isLocalDate(text: string): boolean {
  return isCalendarDate(text, YEARS);
}

/** Whether a text is a time of day, `HH:mm` from 00:00 to 23:59. */
export function isLocalTime(text: string): boolean {
  return TIME.test(text);
}
