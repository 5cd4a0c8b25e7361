const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letter of an avatar without a picture: the first letter or digit of the name, otherwise its first grapheme. */
export function avatarLetter(name: string): string {
  let first = '';
  for (const { segment } of graphemes.segment(name.trim())) {
    if (/^[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase('en');
    first ||= segment;
  }
  return first;
}
