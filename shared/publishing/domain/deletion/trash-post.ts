import { nextPostState, postState, requireTrigger } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { inZone } from '#shared/publishing/domain/recompute-posts.ts';

/** Whether deleting or trashing the post requires the permission to publish (docs/specification/publishing.md#deleting-posts). */
export function deletionNeedsPublish({ status }: Pick<Post, 'status'>): boolean {
  return status === 'scheduled' || status === 'published';
}

/**
 * The post in the trash, with its schedule cancelled; undefined if it is already there.
 * @throws PlatformError `post_publishing`
 */
export function trashPost(post: Post, now: Date): Post | undefined {
  if (nextPostState('trash', post, 'trashed') === postState(post)) return undefined;
  return {
    ...post,
    trashedAt: now,
    queued: false,
    due: null,
    dueSeq: post.dueSeq + 1,
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/** The post restored from the trash as a draft, whatever it was before; undefined if it is not in the trash. */
export function restorePost(post: Post, timezone: string, now: Date): Post | undefined {
  requireTrigger('restore', post);
  if (post.trashedAt === null) return undefined;
  return {
    // A post in the trash is not updated when the time zone changes.
    ...inZone(post, timezone),
    status: nextPostState('restore', post, 'draft'),
    trashedAt: null,
    retryAccounts: null,
    heldAccounts: [],
    approval: null,
    revision: post.revision + 1,
    updatedAt: now,
  };
}
