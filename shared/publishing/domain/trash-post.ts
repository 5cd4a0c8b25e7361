import { requireReaction } from './post-state.ts';
import type { Post } from './post.ts';
import { inZone } from './recompute-posts.ts';

/** Whether deleting it, or moving it to the trash, needs the permission to publish (decisions 5.1). */
export function isPublicMatter({ status }: Pick<Post, 'status'>): boolean {
  return status === 'scheduled' || status === 'published';
}

/**
 * The post in the trash, where nothing becomes due any more (R28); undefined if it lies there.
 * @throws PlatformError `post_publishing`
 */
export function trashPost(post: Post, now: Date): Post | undefined {
  requireReaction('trash', post);
  if (post.trashedAt !== null) return undefined;
  return {
    ...post,
    trashedAt: now,
    due: null,
    dueSeq: post.dueSeq + 1,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/** The post out of the trash, as a draft whatever it was before (R28); undefined if it is not in there. */
export function restorePost(post: Post, timezone: string, now: Date): Post | undefined {
  requireReaction('restore', post);
  if (post.trashedAt === null) return undefined;
  return {
    // In the trash it has missed every change of the zone.
    ...inZone(post, timezone),
    status: 'draft',
    trashedAt: null,
    retryAccounts: null,
    revision: post.revision + 1,
    updatedAt: now,
  };
}
