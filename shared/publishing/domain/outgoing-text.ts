import type { ContentItem } from './post.ts';

/**
 * The text that a network receives for an item: the link is appended unless the text already contains it. Limits are measured
 * on this text, so the publisher must build it with this function too.
 */
export function outgoingText({ body, url }: Pick<ContentItem, 'body' | 'url'>): string {
  const text = body?.trim() ?? '';
  if (url === null || text.includes(url)) return text;
  return text === '' ? url : `${text}\n\n${url}`;
}
