import * as v from 'valibot';
import { hasCleanCharacters } from '#shared/platform/core/clean-characters.ts';
import { issue } from '#shared/platform/core/issue.ts';

const LINE_BREAK = /[\n\r\u2028\u2029]/u;

/** The accepted characters in the documentation, as regular expressions that every language supports. */
const TEXT_PATTERN = String.raw`^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$`;
const LINE_PATTERN = String.raw`^[^\x00-\x08\x0a-\x1f\u2028\u2029]*$`;

/** The same pattern with at least one character that remains after trimming. */
const FILLED_LINE_PATTERN = String.raw`^\s*[^\s\x00-\x1f][^\x00-\x08\x0a-\x1f\u2028\u2029]*$`;

/** A text with at least one character that is not white space. */
const FILLED_TEXT_PATTERN = String.raw`^\s*[^\s\x00-\x1f][^\x00-\x08\x0b\x0c\x0e-\x1f]*$`;

/**
 * A single-line text without control characters, lone surrogates or line breaks (docs/specification.md#control-characters).
 * It is trimmed, then its length is counted in code points (docs/specification.md#text-length).
 * @__NO_SIDE_EFFECTS__
 */
export function singleLine(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (value) => hasCleanCharacters(value) && !LINE_BREAK.test(value),
      issue('invalid_characters', 'Use one line of text without control characters.'),
    ),
    v.check(
      (value) => codePoints(value) >= min,
      issue('too_short', `Use at least ${min} character${min === 1 ? '' : 's'}.`),
    ),
    v.check((value) => codePoints(value) <= max, issue('too_long', `Use at most ${max} characters.`)),
    v.metadata({ minLength: min, maxLength: max, pattern: min > 0 ? FILLED_LINE_PATTERN : LINE_PATTERN }),
  );
}

/** A single line that is not trimmed, such as a password (docs/specification.md#trimming). */
export function exactLine(min: number, max: number) {
  return v.pipe(
    multiLine(min, max),
    v.check((value) => !LINE_BREAK.test(value), issue('invalid_characters', 'Use one line of text.')),
    v.metadata({ pattern: LINE_PATTERN }),
  );
}

/** A text of any number of lines without control characters. It is not trimmed; its length is counted in code points. */
export function multiLine(min: number, max: number) {
  return v.pipe(
    multiLineUpTo(max),
    v.check(
      (value) => codePoints(value) >= min,
      issue('too_short', `Use at least ${min} character${min === 1 ? '' : 's'}.`),
    ),
    v.metadata({ minLength: min }),
  );
}

/** A text of any number of lines that has at least one visible character. It is not trimmed. */
export function filledText(max: number) {
  return v.pipe(
    multiLine(1, max),
    v.check(
      (value) => value.trim() !== '',
      issue('too_short', 'Use at least 1 character other than white space.'),
    ),
    v.metadata({ pattern: FILLED_TEXT_PATTERN }),
  );
}

/** A multi-line text that may be empty. */
export function multiLineUpTo(max: number) {
  return v.pipe(
    v.string(),
    v.check(hasCleanCharacters, issue('invalid_characters', 'Use text without control characters.')),
    v.check((value) => codePoints(value) <= max, issue('too_long', `Use at most ${max} characters.`)),
    v.metadata({ maxLength: max, pattern: TEXT_PATTERN }),
  );
}

function codePoints(text: string): number {
  return [...text].length;
}
