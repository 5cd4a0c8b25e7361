import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import {
  FILLED_LINE_PATTERN,
  FILLED_TEXT_PATTERN,
  hasLineBreak,
  isRequestedText,
  isVisible,
  LINE_PATTERN,
  TEXT_PATTERN,
  textLength,
} from '#shared/platform/core/text.ts';

/**
 * A single-line text without control characters, lone surrogates or line breaks (docs/specification.md#control-characters).
 * It is trimmed, then its length is counted in code points (docs/specification.md#text-length). If it may not be empty, it shows something.
 * @__NO_SIDE_EFFECTS__
 */
export function singleLine(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (value) => isRequestedText(value) && !hasLineBreak(value),
      issue('invalid_characters', 'Use one line of text without control characters.'),
    ),
    v.check((value) => isLong(value, min) && (min === 0 || isVisible(value)), tooShort(min)),
    v.check((value) => !isLong(value, max + 1), issue('too_long', `Use at most ${max} characters.`)),
    v.metadata({ minLength: min, maxLength: max, pattern: min > 0 ? FILLED_LINE_PATTERN : LINE_PATTERN }),
  );
}

/** A single line that is not trimmed, such as a password (docs/specification.md#trimming). */
export function exactLine(min: number, max: number) {
  return v.pipe(
    multiLine(min, max),
    v.check((value) => !hasLineBreak(value), issue('invalid_characters', 'Use one line of text.')),
    v.metadata({ pattern: LINE_PATTERN }),
  );
}

/** A text of any number of lines without control characters. It is not trimmed; its length is counted in code points. */
export function multiLine(min: number, max: number) {
  return v.pipe(
    multiLineUpTo(max),
    v.check((value) => isLong(value, min), tooShort(min)),
    v.metadata({ minLength: min }),
  );
}

/** A text of any number of lines that shows something (docs/specification.md#empty-texts). It is not trimmed. */
export function filledText(max: number) {
  return v.pipe(
    multiLine(1, max),
    v.check(
      (value) => value === '' || isVisible(value),
      issue('content_empty', 'Use a text with at least one visible character.'),
    ),
    v.metadata({ pattern: FILLED_TEXT_PATTERN }),
  );
}

/** A multi-line text that may be empty. */
export function multiLineUpTo(max: number) {
  return v.pipe(
    v.string(),
    v.check(isRequestedText, issue('invalid_characters', 'Use text without control characters.')),
    v.check((value) => !isLong(value, max + 1), issue('too_long', `Use at most ${max} characters.`)),
    v.metadata({ maxLength: max, pattern: TEXT_PATTERN }),
  );
}

function tooShort(min: number) {
  return issue('too_short', `Use at least ${min} character${min === 1 ? '' : 's'}.`);
}

function isLong(text: string, least: number): boolean {
  return textLength(text, 'code-points') >= least;
}
