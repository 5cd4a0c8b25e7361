import { daysAfter, isLeapYear } from '#shared/platform/core/calendar-date.ts';

/** How often a date is reached: every year, or only on the day itself. */
export const DATE_REPEATS = ['yearly', 'never'] as const;

export type DateRepeats = (typeof DATE_REPEATS)[number];

/** A date of a contact, such as a birthday. All days are `YYYY-MM-DD`, so their order is that of their texts. */
export type ContactDate = {
  readonly date: string;
  readonly repeats: DateRepeats;
  /** The next day on which it is reached; null if it never is again. It is a calendar day, so a change of the time zone keeps it. */
  readonly nextOn: string | null;
};

/** The dates of a contact, by name. */
export type ContactDates = ReadonlyMap<string, ContactDate>;

/** Years of a date: of a birthday in the past, or of a day in the future. */
export const DATE_YEARS = [1900, 2100] as const;

/** A date that could not be announced on its day is announced for this many days. */
const LATE_DAYS = 7;

const LEAP_DAY = '02-29';
const DAY_BEFORE = '02-28';

/** A date of a contact that is reached on `day`. */
export type ReachedDate = { readonly field: string; readonly value: string; readonly day: string };

/**
 * The date with the first day after `today` on which it is reached. It is not reached on the day on which it is stored: that day has
 * already begun.
 */
export function plannedDate(
  { date, repeats }: Pick<ContactDate, 'date' | 'repeats'>,
  today: string,
): ContactDate {
  return { date, repeats, nextOn: nextOccurrence(date, repeats, today) };
}

/** The earliest day on which a date of the contact is reached. */
export function nextDateOf({ dates }: { readonly dates: ContactDates }): string | null {
  return [...dates.values()].flatMap(({ nextOn }) => nextOn ?? []).toSorted()[0] ?? null;
}

/**
 * The dates of a contact that have been reached by `today`, and the dates afterwards; undefined if none was reached. A date that was
 * reached more than seven days ago is planned again but not announced.
 */
export function reachDates(
  { dates }: { readonly dates: ContactDates },
  today: string,
): { readonly dates: ContactDates; readonly reached: readonly ReachedDate[] } | undefined {
  const due = [...dates].filter(([, { nextOn }]) => nextOn !== null && nextOn <= today);
  if (due.length === 0) return undefined;
  const oldest = daysAfter(today, -LATE_DAYS);
  return {
    dates: new Map([...dates, ...due.map(([field, each]) => [field, plannedDate(each, today)] as const)]),
    reached: due.flatMap(([field, { date: value, nextOn: day }]) =>
      day === null || day < oldest ? [] : [{ field, value, day }],
    ),
  };
}

function nextOccurrence(date: string, repeats: DateRepeats, today: string): string | null {
  if (date > today) return date;
  if (repeats === 'never') return null;
  const year = Number(today.slice(0, 4));
  const thisYear = anniversary(date, year);
  return thisYear > today ? thisYear : anniversary(date, year + 1);
}

/** In a year without a 29 February, the anniversary of this day is the last day of February. */
function anniversary(date: string, year: number): string {
  const day = date.slice('YYYY-'.length);
  return `${year}-${day === LEAP_DAY && !isLeapYear(year) ? DAY_BEFORE : day}`;
}
