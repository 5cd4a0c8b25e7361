import type { ContentItem } from './post.ts';

/**
 * The text that a network gets for an item: the link follows the text, unless the text names it already. Limits are measured
 * on this text (G37), so what publishes builds it by this function too.
 */
export function outgoingText({ body, url }: Pick<ContentItem, 'body' | 'url'>): string {
  const text = body?.trim() ?? '';
  if (url === null || text.includes(url)) return text;
  return text === '' ? url : `${text}\n\n${url}`;
}
