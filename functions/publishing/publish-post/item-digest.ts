import { createHash } from 'node:crypto';
import type { ContentItem } from '#shared/publishing/domain/post.ts';

/** Enough characters of a base64url hash to distinguish the items of one post. */
const LENGTH = 22;

/**
 * A digest of the visible content of an item, without options and alternative texts. It is compared with those of earlier runs, so it has
 * its own form of text and link, and stays the same when the platform sends the link of an item in another way.
 */
export function itemDigest({ body, url, media }: ContentItem): string {
  const text = body?.trim() ?? '';
  const isComplete = url === null || text.includes(url);
  const whole = isComplete ? text : [text, url].filter((part) => part !== '').join('\n\n');
  return createHash('sha256')
    .update(JSON.stringify([whole, url, media]))
    .digest('base64url')
    .slice(0, LENGTH);
}
