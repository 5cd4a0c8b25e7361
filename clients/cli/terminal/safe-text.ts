/**
 * Characters that act on a terminal or on the order of its text instead of being shown: C0 and C1 control characters, DEL, line separators,
 * unpaired surrogates, and the marks that reverse the direction of a text.
 */
const ACTING = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of others, made safe to print: it stays on one line and cannot move the cursor, change colours or hide what follows. */
export function safeText(text: string): string {
  return text.replaceAll(ACTING, escaped);
}

/** JSON that is as safe to print. Only strings contain such characters, so the escaped text means the same. */
export function safeJson(value: unknown, indentation?: number): string {
  const text = JSON.stringify(value, undefined, indentation) ?? 'null';
  // `JSON.stringify` has escaped the line breaks in strings; those that remain are its own.
  return text.replaceAll(ACTING, (character) => (character === '\n' ? '\n' : escaped(character)));
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Hides every API key in a message. */
export function withoutKeys(text: string): string {
  return text.replaceAll(/\b(wsk|pat|wlk)_[A-Za-z0-9]{8,}/gu, '$1_…');
}
