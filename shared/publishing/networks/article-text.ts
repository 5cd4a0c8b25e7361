import type { ThreadItem } from './publish-thread.ts';

/** The title of an article, and the text below it, which does not repeat the title. */
export type ArticleText = { readonly title: string; readonly text: string };

/**
 * Divides the text of an item. The title is `given`, or else the first line, which then leaves the text. If the first line is
 * longer than `maxTitle` or is the only one, the text stays complete and the title is its beginning.
 */
export function articleText(
  { body, url }: Pick<ThreadItem, 'body' | 'url'>,
  given: string | null | undefined,
  maxTitle: number,
): ArticleText {
  const text = body?.trim() ?? '';
  if (typeof given === 'string') return { title: given.trim(), text };
  const [first = '', ...rest] = text.split(/\r?\n/u);
  const line = first.trim();
  const below = rest.join('\n').trim();
  if (below !== '' && [...line].length <= maxTitle) return { title: line, text: below };
  return { title: shorten(line === '' ? (url ?? '') : line, maxTitle), text };
}

/** Shortens a line to `max` characters at the end of a word. */
export function shorten(line: string, max: number): string {
  const points = [...line];
  if (points.length <= max) return line;
  const cut = points.slice(0, max - 1).join('');
  const words = cut.replace(/\s+\S*$/u, '');
  return `${words === '' ? cut : words}…`;
}
