import type { RequestHeader } from '#shared/webhooks/domain/request-headers.ts';
import { fold, MAX_ESCAPE_LENGTH, type Reading, readingsOf } from './escaped-text.ts';

/** Shorter values are hardly secrets, and hiding them would make the text unreadable. */
const MIN_LENGTH = 8;
/** A shorter beginning of a value says little, and would hide ends of texts by chance. */
const MIN_START = 4;
const MASK = '•••';

/** From the index `start` of a text up to the index `end`. */
type Span = { readonly start: number; readonly end: number };

/** What a response text must not show of headers: their values, and a credential without its scheme, such as `Bearer`. */
export function secretTexts(headers: readonly RequestHeader[]): readonly string[] {
  const texts = headers.flatMap(([, value]) => [value, ...value.split(/[\t ]+/u)]);
  return [...new Set(texts)].filter((text) => text.length >= MIN_LENGTH);
}

/**
 * Bytes after the end of a text that decide what is hidden before the end: the longest secret can begin with its last byte, with each
 * character escaped.
 */
export function bytesToLookAhead(secrets: readonly string[]): number {
  return MAX_ESCAPE_LENGTH * Math.max(0, ...secrets.map((secret) => secret.length));
}

/**
 * The first `end` characters of a text, with a mask instead of each secret that begins there, in any case and escaped. What follows `end`
 * shows whether the last characters begin a secret. The text itself can end inside a secret, because responses stall and break off: a
 * beginning of at least 4 characters is hidden there.
 */
export function maskSecrets(text: string, end: number, secrets: readonly string[]): string {
  const folded = secrets.map(fold);
  const spans = readingsOf(text)
    .flatMap((reading) =>
      folded.flatMap((secret) => [...occurrences(reading, secret, end), ...unfinished(reading, secret)]),
    )
    .filter(({ start }) => start < end)
    .toSorted((a, b) => a.start - b.start);
  let masked = '';
  let shown = 0;
  for (const span of spans) {
    if (span.start >= shown) masked += text.slice(shown, span.start) + MASK;
    shown = Math.max(shown, span.end);
  }
  return masked + text.slice(shown, end);
}

/** Every place before `end` where the secret begins, also inside of another place. */
function* occurrences(
  { text, starts, end: endOfText }: Reading,
  secret: string,
  end: number,
): Generator<Span> {
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const start = starts[at] ?? endOfText;
    if (start >= end) return;
    yield { start, end: starts[at + secret.length] ?? endOfText };
  }
}

/** The end of the text, if it is the beginning of the secret. */
function unfinished({ text, starts }: Reading, secret: string): Span[] {
  for (let length = secret.length - 1; length >= MIN_START; length -= 1) {
    if (text.endsWith(secret.slice(0, length)))
      return [{ start: starts[text.length - length] ?? 0, end: Number.POSITIVE_INFINITY }];
  }
  return [];
}
