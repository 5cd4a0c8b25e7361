import * as v from 'valibot';
import { DATE_REPEATS, DATE_YEARS } from '#shared/messaging/domain/contact-dates.ts';
import { CONTACT_LIMITS } from '#shared/messaging/domain/contact.ts';
import { isCalendarDate } from '#shared/platform/core/calendar-date.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/u;

const [FIRST_YEAR, LAST_YEAR] = DATE_YEARS;

const BAD_NAME = issue(
  'invalid_format',
  `Use a name of at most ${CONTACT_LIMITS.dateName} letters, digits and underscores that begins with a letter.`,
);
const TOO_MANY = issue('too_many_items', `A contact can have at most ${CONTACT_LIMITS.dates} dates.`);

const dateField = v.nullable(
  jsonObject({
    date: v.pipe(
      v.string(),
      v.check(
        (text) => isCalendarDate(text, DATE_YEARS),
        issue(
          'invalid_date',
          `Use an existing day from ${FIRST_YEAR} to ${LAST_YEAR} in the format YYYY-MM-DD.`,
        ),
      ),
    ),
    repeats: v.optional(v.picklist(DATE_REPEATS), 'yearly'),
  }),
);

/** The JSON schema of how often a date is reached. */
export const REPEATS_SCHEMA = {
  type: 'string',
  enum: [...DATE_REPEATS],
  description: '`yearly` for an anniversary, `never` for a single day',
};

/** Dates in a body: an object whose names the client defines. Null removes a date. */
export const contactDates = v.pipe(
  anyObject,
  v.metadata({
    propertyNames: { pattern: NAME.source },
    maxProperties: CONTACT_LIMITS.dates,
    additionalProperties: {
      type: ['object', 'null'],
      properties: {
        date: { type: 'string', format: 'date', description: `A day from ${FIRST_YEAR} to ${LAST_YEAR}` },
        repeats: { ...REPEATS_SCHEMA, default: 'yearly' },
      },
      required: ['date'],
      additionalProperties: false,
    },
    description:
      'Dates such as a birthday, by names that you define. A name begins with a letter and has at most ' +
      `${CONTACT_LIMITS.dateName} letters, digits and underscores. At the beginning of the day in the time zone of the workspace, ` +
      '`salesbot.contact.date_reached` is emitted. An update keeps the dates that it does not contain, and null removes a date',
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const entries = Object.entries(dataset.value);
    if (entries.length > CONTACT_LIMITS.dates) addIssue({ message: TOO_MANY });
    const issues: v.BaseIssue<unknown>[] = [];
    const fields = entries.slice(0, CONTACT_LIMITS.dates).map(([key, value]) => {
      const place: v.ObjectPathItem = { type: 'object', origin: 'value', input: dataset.value, key, value };
      if (!NAME.test(key)) addIssue({ message: BAD_NAME, path: [place] });
      const parsed = v.safeParse(dateField, value);
      // The issue stays the same object: its error code is stored by identity.
      for (const each of parsed.issues ?? [])
        issues.push(Object.assign(each, { path: [place, ...(each.path ?? [])] }));
      return [key, parsed.success ? parsed.output : null] as const;
    });
    if (issues.length > 0) Object.assign(dataset, { issues: [...(dataset.issues ?? []), ...issues] });
    return dataset.issues ? NEVER : new Map(fields);
  }),
);
