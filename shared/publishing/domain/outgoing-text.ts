import { hasLink, linkAsText } from '#shared/publishing/domain/texts/text-links.ts';
import type { ContentItem } from './post.ts';

/**
 * The text that a network receives for an item: the link is appended unless the text already contains it as a link. Limits are measured
 * on this text, so the publisher must build it with this function too.
 */
export function outgoingText({ body, url }: Pick<ContentItem, 'body' | 'url'>): string {
  return withLink(body?.trim() ?? '', url);
}

/** A text followed by a link that it does not contain. */
export function withLink(text: string, url: string | null): string {
  if (url === null || hasLink(text, url)) return text;
  const link = linkAsText(url);
  return text === '' ? link : `${text}\n\n${link}`;
}
