import { createHash } from 'node:crypto';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { ContentItem } from '#shared/publishing/domain/post.ts';

/** Enough of a hash to tell the items of one post apart, in base64url. */
const LENGTH = 22;

/** Names what people see of an item: options only say how it is shown, and alternative texts are the library's. */
export function itemDigest(item: ContentItem): string {
  const shown = JSON.stringify([outgoingText(item), item.url, item.media]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, LENGTH);
}
