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
