import { createHash } from 'node:crypto';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { ContentItem } from '#shared/publishing/domain/post.ts';

/** Enough characters of a base64url hash to distinguish the items of one post. */
const LENGTH = 22;

/** A digest of the visible content of an item, without options and alternative texts. */
export function itemDigest(item: ContentItem): string {
  const shown = JSON.stringify([outgoingText(item), item.url, item.media]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, LENGTH);
}
