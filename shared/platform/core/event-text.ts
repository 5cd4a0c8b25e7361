/** Longest text in event data, in code points (specification, Limits). */
export const TEXT_LIMIT = 1_000;

/** Longest `message.text`, in code points (specification, Limits). */
export const MESSAGE_TEXT_LIMIT = 10_000;

/** Most items of a list in event data (specification, Limits). */
export const LIST_LIMIT = 100;

/** The first `limit` code points of `text`, without a marker; never half of a surrogate pair (G114). */
export function cutText(text: string, limit: number): string {
  // A text has at most as many code points as UTF-16 units: nearly every text ends here.
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

/** False for lone surrogates and for control characters other than tab and line breaks (G19). */
export function hasCleanCharacters(text: string): boolean {
  return text.isWellFormed() && !FORBIDDEN_CONTROLS.test(text);
}

// Carriage return stays allowed: half of the world's line breaks are CR LF.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN_CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
