import { newPost } from './post-edit.ts';
import type { Post } from './post.ts';

/**
 * A new draft with the same accounts, tags and content. It has no date: publishing the same post twice at one time is not
 * intended, and a date would require the permission to publish.
 */
export function duplicatePost(
  { workspaceId, accounts, tags, versions }: Post,
  { id, timezone, now }: { readonly id: string; readonly timezone: string; readonly now: Date },
): Post {
  const body = { accounts, tags, date: null, time: null, versions };
  return newPost({ id, workspaceId }, body, { timezone, scheduledAt: null }, now);
}
