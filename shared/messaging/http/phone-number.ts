import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { copiedNumber } from '#shared/platform/core/text.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';

/** An international number with spaces and punctuation. */
const MAX_LENGTH = 40;

/** The validation error of a text that is not a phone number. */
export const NOT_A_PHONE_NUMBER = {
  code: 'invalid_format',
  detail: 'Use a valid phone number with its country code, such as +49 30 901820.',
} as const;

/**
 * A text with the form of an international phone number. Without a country code, the same digits would be the numbers of different
 * people. Handlers check and normalise the number by `normalisePhone`: its data about every country stay out of the schemas, which
 * functions of other operations load as well.
 */
export const phoneText = v.pipe(
  singleLine(1, MAX_LENGTH),
  v.check(
    (text) => copiedNumber(text).startsWith('+'),
    issue(NOT_A_PHONE_NUMBER.code, NOT_A_PHONE_NUMBER.detail),
  ),
  // The plus sign in its compatibility forms.
  v.metadata({ pattern: String.raw`[+\u207a\u208a\ufb29\ufe62\uff0b]` }),
);
