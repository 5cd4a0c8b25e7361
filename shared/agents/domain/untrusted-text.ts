import { cutText } from '#shared/platform/core/text.ts';

/** IDs, times and numbers: forms that cannot contain an instruction. */
const HARMLESS =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z?)?|[\d.:+-]{0,40})$/u;

/** The longest text of a result, in characters. */
const MAX_TEXT = 4000;

/** The beginning of what a model could read as a marker, in any text. */
const LIKE_A_MARKER = /⟦(?=[\s\p{Cf}]*(?:untrusted|end))/giu;

const MARKER = /⟦(?:untrusted|end) [0-9a-f]{8}⟧/gu;

/**
 * Puts every text that people or other systems may have written between markers with an unpredictable `nonce`. Such a text can contain
 * instructions for a model, and it cannot contain the end marker; `[` replaces the bracket of what looks like a marker. IDs, times, numbers and `words`, the names and values that the API documents,
 * are not marked. Longer texts are cut.
 */
export function markUntrusted(
  value: unknown,
  nonce: string,
  words: Pick<ReadonlySet<string>, 'has'>,
): unknown {
  return mark(value);

  function mark(part: unknown): unknown {
    if (typeof part === 'string') return markText(part);
    if (Array.isArray(part)) return part.map(mark);
    if (typeof part !== 'object' || part === null) return part;
    // Names are marked as well: payloads of events have fields that other systems name.
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [markText(name), mark(each)]));
  }

  function markText(text: string): string {
    if (words.has(text) || HARMLESS.test(text)) return text;
    return `⟦untrusted ${nonce}⟧${cut(text.replaceAll(LIKE_A_MARKER, '['))}⟦end ${nonce}⟧`;
  }
}

function cut(text: string): string {
  const kept = cutText(text, MAX_TEXT, 'utf-16');
  return kept === text ? text : `${kept}… (${text.length - kept.length} more characters)`;
}

/** Removes the markers from the texts and names of an input, because a model can copy them from an earlier result, such as a cursor or a filter. */
export function withoutMarkers(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(MARKER, '');
  if (Array.isArray(value)) return value.map(withoutMarkers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.replaceAll(MARKER, ''), withoutMarkers(each)]),
  );
}
