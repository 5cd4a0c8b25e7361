import { charactersOf } from '#shared/platform/core/text.ts';

/** An ASCII letter or digit that no combining character follows. */
const PLAIN_START = /^[A-Za-z0-9](?:[ -~]|$)/u;

/** The letter of an avatar without a picture: the first letter or digit of the name, otherwise its first grapheme. */
export function avatarLetter(name: string): string {
  const trimmed = name.trim();
  // Most names begin with a plain letter. A segmenter loads locale data for 11 ms in a cold start.
  if (PLAIN_START.test(trimmed)) return trimmed.charAt(0).toUpperCase();
  let first = '';
  for (const segment of charactersOf(trimmed)) {
    if (/^[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase('en');
    first ||= segment;
  }
  return first;
}
