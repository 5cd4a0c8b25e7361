/** The longest beginning of a text with at most `most` UTF-16 code units that ends between two characters as people see them. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  let end = 0;
  for (const { segment, index } of characters) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  // A letter with thousands of marks is one character.
  return text.slice(0, end === 0 ? most : end).replace(/[\ud800-\udbff]$/u, '');
}
