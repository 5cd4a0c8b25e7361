import { cutText, textLength } from '#shared/platform/core/text.ts';
import type { ReadMarkdownTitle } from '#shared/publishing/domain/texts/markdown-title.ts';
import type { ProviderName } from './account.ts';
import { MAX_DEVTO_TITLE } from './network-options.ts';
import type { ContentItem, PostVersion } from './post.ts';

/** Maximum length of a title that is the first line of a text for WordPress. WordPress has none; a longer line is no title. */
const MAX_WORDPRESS_LINE = 100;

type Item = Pick<ContentItem, 'body' | 'url'>;

/** The title of an article, and the text below it, which does not repeat the title. */
export type ArticleText = { readonly title: string; readonly text: string };

/**
 * Divides the text of an item. The title is `given`, or else the first line, which then leaves the text. If the first line is
 * longer than `maxTitle` or is the only one, the text stays complete and the title is its beginning.
 */
export function articleText(
  { body, url }: Item,
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

/** An article on WordPress. */
export function wordpressArticle(item: Item, title: string | null | undefined): ArticleText {
  return articleText(item, title, MAX_WORDPRESS_LINE);
}

/**
 * An article on dev.to, whose text is Markdown. The title is its first line or first heading, which then leaves the text. Anything else at
 * the beginning stays in the text, such as a list or code, and the title is then the first words of the text.
 */
export function devtoArticle(
  { body, url }: Item,
  given: string | null | undefined,
  readTitle: ReadMarkdownTitle,
): ArticleText {
  // White space at the beginning of a line has a meaning: four spaces begin code.
  const text = (body ?? '').replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd();
  if (typeof given === 'string') return { title: given.trim(), text };
  const { title, below } = readTitle(text);
  const isTitle = title !== '' && below !== '' && textLength(title, 'code-points') <= MAX_DEVTO_TITLE;
  if (isTitle && below !== null) return { title, text: below };
  return { title: shorten(title === '' ? (url ?? '') : title, MAX_DEVTO_TITLE), text };
}

/** What a network of articles makes of an item; undefined for the other networks. */
export function articleFor(
  provider: ProviderName,
  item: Item,
  options: PostVersion['options'],
  readTitle: ReadMarkdownTitle,
): ArticleText | undefined {
  const title = options[provider]?.['title'];
  const given = typeof title === 'string' ? title : null;
  if (provider === 'wordpress') return wordpressArticle(item, given);
  return provider === 'devto' ? devtoArticle(item, given, readTitle) : undefined;
}

/** Shortens a line to `max` characters at the end of a word. */
export function shorten(line: string, max: number): string {
  if (textLength(line, 'code-points') <= max) return line;
  const cut = cutText(line, max - 1, 'code-points');
  const words = cut.replace(/\s+\S*$/u, '');
  return `${words === '' ? cut : words}…`;
}
