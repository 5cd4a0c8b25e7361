import type { ListedPost } from '#console/screens/publishing/post-reads.ts';
import { cutText } from '#shared/platform/core/text.ts';

/** The first words of a post. */
export function titleOf({ versions }: ListedPost): string {
  const [item] = versions[0]?.content ?? [];
  const text = item?.body?.trim() || item?.url || (item && item.media.length > 0 ? 'A file' : 'Empty post');
  const cut = cutText(text, 80, 'utf-16');
  return cut === text ? text : `${cut}…`;
}
