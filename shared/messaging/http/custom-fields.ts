import * as v from 'valibot';
import { CONTACT_LIMITS, type CustomValue } from '#shared/messaging/domain/contact.ts';
import { type IssueMessage, issue } from '#shared/platform/core/issue.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { isRequestedText } from '#shared/platform/core/text.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/u;

/** Custom fields in a body: an object whose names the client defines. Null removes a field. */
export const customFields = v.pipe(
  anyObject,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const entries = Object.entries(dataset.value);
    for (const [name, value] of entries.slice(0, CONTACT_LIMITS.customFields)) {
      const message = problemOf(name, value);
      if (message)
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: name, value }],
        });
    }
    if (entries.length > CONTACT_LIMITS.customFields) addIssue({ message: TOO_MANY });
  }),
  v.metadata({
    propertyNames: { pattern: NAME.source },
    maxProperties: CONTACT_LIMITS.customFields,
    additionalProperties: {
      type: ['string', 'number', 'boolean', 'null'],
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
    },
    description:
      'Fields that you define. A name begins with a letter and has at most 40 letters, digits and underscores; a value is a string, a ' +
      'number or a boolean. An update keeps the fields that it does not contain, and null removes a field. All fields together have at ' +
      `most ${CONTACT_LIMITS.customFieldBytes} bytes of JSON`,
  }),
  v.transform((fields) => new Map(Object.entries(fields).filter(isField))),
);

const TOO_MANY = issue(
  'too_many_items',
  `A contact can have at most ${CONTACT_LIMITS.customFields} custom fields.`,
);

function problemOf(name: string, value: unknown): IssueMessage | undefined {
  if (!NAME.test(name))
    return issue(
      'invalid_format',
      'Use a name of letters, digits and underscores that begins with a letter.',
    );
  if (value !== null && !isValue(value))
    return issue('invalid_type', 'Use a string, a finite number, a boolean, or null.');
  // JSON.parse has already rounded it. Every number beyond the safe integers is an integer.
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return issue(
      'out_of_range',
      'Send a number with more than 15 digits as a string: as a number it loses digits.',
    );
  return typeof value === 'string' && !isRequestedText(value)
    ? issue('invalid_characters', 'Use text without control characters.')
    : undefined;
}

function isField(entry: [string, unknown]): entry is [string, CustomValue | null] {
  return entry[1] === null || isValue(entry[1]);
}

function isValue(value: unknown): value is CustomValue {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}
