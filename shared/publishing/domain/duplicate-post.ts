import type { Post } from './post.ts';

/**
 * A new draft with the same accounts, tags and content. It has no date: publishing the same post twice at one time is not
 * intended, and a date would require the permission to publish.
 */
export function duplicatePost(
  post: Post,
  { id, timezone, now }: { readonly id: string; readonly timezone: string; readonly now: Date },
): Post {
  return {
    id,
    workspaceId: post.workspaceId,
    status: 'draft',
    accounts: post.accounts,
    tags: post.tags,
    date: null,
    time: null,
    versions: post.versions,
    run: null,
    runs: 0,
    retryAccounts: null,
    timezone,
    scheduledAt: null,
    keptInstant: false,
    publishedAt: null,
    trashedAt: null,
    due: null,
    dueSeq: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
