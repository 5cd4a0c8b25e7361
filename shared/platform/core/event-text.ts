/** Maximum length of a string in event data, in code points (docs/specification/events.md#truncation). */
export const TEXT_LIMIT = 1_000;

/** Maximum length of `message.text`, in code points. */
export const MESSAGE_TEXT_LIMIT = 10_000;

/** Maximum number of items of an array in event data. */
export const LIST_LIMIT = 100;

/** The first `limit` code points of `text`, without an ellipsis; never splits a surrogate pair. */
export function cutText(text: string, limit: number): string {
  // A string has at most as many code points as UTF-16 units, so nearly every string returns here.
  if (text.length <= limit) return text;

  let codePoints = 0;
  let end = 0;
  for (const codePoint of text) {
    if (codePoints === limit) break;
    codePoints += 1;
    end += codePoint.length;
  }
  return text.slice(0, end);
}

/** False for lone surrogates and for control characters other than tabs and line breaks. */
export function hasCleanCharacters(text: string): boolean {
  return text.isWellFormed() && !FORBIDDEN_CONTROLS.test(text);
}

// Carriage returns are allowed, because many systems end lines with CR LF.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN_CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
