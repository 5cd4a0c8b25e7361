import * as v from 'valibot';
import * as eventsErrors from '#shared/events/errors.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue, type IssueMessage } from '#shared/platform/core/issue.ts';
import { cutText, isRequestedText } from '#shared/platform/core/text.ts';
import { UTC_TIMESTAMP, withLeapSecond } from '#shared/platform/core/utc-timestamp.ts';
import { MESSAGING_CHANNELS } from './channels.ts';
import { LIST_LIMIT, MESSAGE_TEXT_LIMIT, TEXT_LIMIT } from './event-text.ts';
import type { Field } from './field.ts';

// These patterns are published. They use `[0-9]`, because `\d` matches more than ten digits in some languages.
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// The length is limited, because a number cannot be truncated like a string.
const DECIMAL = /^-?[0-9]{1,18}(?:\.[0-9]{1,18})?$/;
const CURRENCY = /^[A-Z]{3}$/;
const DIRECTIONS = ['in', 'out'] as const;

/** UUID: accepted in any case, stored in lower case. */
export const uuid: Field = optional({
  type: { kind: 'choice' },
  accepts: v.pipe(
    textThat((value) => UUID.test(value.toLowerCase()), issue('invalid_format', 'Use a UUID.')),
    v.toLowerCase(),
  ),
  sends: v.pipe(v.string(), v.uuid(), v.regex(UUID)),
});

/** String of at most 1,000 code points; longer strings are truncated. */
export const text: Field = limitedText(TEXT_LIMIT);

/** String of at most 10,000 code points, only for `message.text`. */
export const messageText: Field = limitedText(MESSAGE_TEXT_LIMIT);

/** Timestamp: accepted as RFC 3339 with `Z` or an offset, stored in UTC with milliseconds. */
export const timestamp: Field = optional({
  type: { kind: 'instant' },
  accepts: v.pipe(
    textThat(
      (value) => withLeapSecond(value) !== undefined,
      issue(
        'invalid_format',
        'Use an RFC 3339 date-time with "Z" or an offset, on an existing day, such as "2026-03-14T09:26:53Z".',
      ),
    ),
    v.transform((value) => withLeapSecond(value) ?? ''),
  ),
  sends: v.pipe(v.string(), v.regex(UTC_TIMESTAMP), v.metadata({ format: 'date-time' })),
});

const DECIMAL_SENTENCE =
  'Use a decimal string such as "12.50", with at most 18 digits before and after the point.';

/** Amount of money as a decimal string, because binary fractions cannot represent ten cents exactly. */
export const decimal: Field = optional({
  type: { kind: 'decimal' },
  accepts: v.pipe(
    // Producers often send a number, so the error about the type describes the string as well.
    v.string(issue('invalid_type', DECIMAL_SENTENCE)),
    v.check((value) => value === '' || DECIMAL.test(value), issue('invalid_format', DECIMAL_SENTENCE)),
  ),
  sends: v.pipe(v.string(), v.regex(DECIMAL)),
});

/** ISO 4217 code. */
export const currency: Field = optional({
  type: { kind: 'choice' },
  accepts: textThat(
    (value) => CURRENCY.test(value),
    issue('invalid_format', 'Use an ISO 4217 code such as "EUR".'),
  ),
  sends: v.pipe(v.string(), v.regex(CURRENCY)),
});

/** Whether a message is `in` from the contact or `out` to the contact. */
export const direction: Field = optional({
  type: { kind: 'choice' },
  accepts: textThat(
    (value) => v.is(v.picklist(DIRECTIONS), value),
    issue('invalid_format', 'Use "in" or "out".'),
  ),
  sends: v.picklist(DIRECTIONS),
});

/** Channel of a message. */
export const channel: Field = optional({
  type: { kind: 'choice' },
  accepts: textThat(
    (value) => MESSAGING_CHANNELS.some((known) => known === value),
    issue(eventsErrors.channel_unknown, `Use one of ${MESSAGING_CHANNELS.join(', ')}.`),
  ),
  sends: v.picklist(MESSAGING_CHANNELS),
});

/** Whole number from 0 that JavaScript can represent exactly. */
export const count: Field = same(
  'number',
  v.pipe(
    v.number(),
    v.integer(issue('invalid_type', 'Use a whole number.')),
    v.minValue(0, issue('out_of_range', 'Use a number of at least 0.')),
    v.maxValue(Number.MAX_SAFE_INTEGER, issue('out_of_range', 'Use a number of at most 9007199254740991.')),
  ),
);

/** A boolean. Similar values, such as `"true"`, are rejected. */
export const flag: Field = same('boolean', v.boolean());

/**
 * The first 100 items of an array. An empty array is a value and is kept (docs/specification/events.md#event-data).
 * @__NO_SIDE_EFFECTS__
 */
export function listOf(item: Field): Field {
  return optional({
    type: { kind: 'list', item },
    accepts: v.pipe(
      boundedList(item.accepts),
      v.transform((items) => items.slice(0, LIST_LIMIT)),
    ),
    sends: v.pipe(v.array(item.sends), v.maxLength(LIST_LIMIT)),
  });
}

/** @__NO_SIDE_EFFECTS__ */
function limitedText(limit: number): Field {
  return optional({
    type: { kind: 'text' },
    accepts: v.pipe(
      textThat(
        isRequestedText,
        issue(
          'invalid_characters',
          'Remove unpaired surrogates and all control characters except tabs and line breaks.',
        ),
      ),
      v.transform((value) => cutText(value, limit, 'code-points')),
    ),
    sends: v.pipe(v.string(), v.maxCodePoints(limit)),
  });
}

/**
 * An empty string is valid in every format: it means "no value" and is omitted (docs/specification/events.md#truncation).
 * @__NO_SIDE_EFFECTS__
 */
function textThat(isRight: (value: string) => boolean, message: IssueMessage) {
  return v.pipe(
    v.string(),
    v.check((value) => value === '' || isRight(value), message),
  );
}

/** @__NO_SIDE_EFFECTS__ */
function same(kind: 'number' | 'boolean', schema: v.GenericSchema): Field {
  return optional({ type: { kind }, accepts: schema, sends: schema });
}

/** @__NO_SIDE_EFFECTS__ */
function optional(faces: Omit<Field, 'required'>): Field {
  return { ...faces, required: false };
}
