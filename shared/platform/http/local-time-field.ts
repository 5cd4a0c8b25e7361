import * as v from 'valibot';
import { isCalendarDate } from '#shared/platform/core/calendar-date.ts';
import { issue } from '#shared/platform/core/issue.ts';

const YEARS = [1970, 2100] as const;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;

/**
 * A day in a local time zone (docs/specification/workspaces.md#dates-and-times). Any string that is not an existing date is rejected with
 * `invalid_date`, whether its format or its value is wrong, because the fix is the same.
 */
export const localDate = v.pipe(
  v.string(),
  v.check(
    (text) => isCalendarDate(text, YEARS),
    issue('invalid_date', 'Use an existing day from 1970 to 2100 in the format YYYY-MM-DD.'),
  ),
  v.metadata({ format: 'date' }),
);

/** A time of day, to the minute. */
export const localTime = v.pipe(
  v.string(),
  v.check(
    (text) => TIME.test(text),
    issue('invalid_time', 'Use a time from 00:00 to 23:59 in the format HH:mm.'),
  ),
  v.metadata({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
);
