import { DAY_MS } from '#shared/platform/core/time-units.ts';
const WEEK = 7;

/** The views of the calendar that show a range of days. */
export type CalendarView = 'week' | 'month';

/** A day so many days later, as `YYYY-MM-DD`. Days have no time zone: a day of 23 hours is one day. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % WEEK));
}

/** The days that a view shows: the week of a day, or all weeks of its month. */
export function daysOf(view: CalendarView, day: string): readonly string[] {
  if (view === 'week') return range(mondayOf(day), WEEK);
  const first = mondayOf(`${day.slice(0, 7)}-01`);
  const last = addDays(mondayOf(addDays(nextMonth(day), -1)), WEEK);
  return range(first, (Date.parse(last) - Date.parse(first)) / DAY_MS);
}

/** A day in the next or the previous week or month. */
export function shifted(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'week') return addDays(day, direction * WEEK);
  return direction === 1 ? nextMonth(day) : `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
}

/** Whether a text is a day that exists. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The first day of the month after that of a day. */
function nextMonth(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
}

function range(first: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}
