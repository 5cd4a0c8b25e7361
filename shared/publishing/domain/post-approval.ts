import { isTimed } from './post-edit.ts';
import { nextPostState } from './post-state.ts';
import type { Post } from './post.ts';
import { inZone } from './recompute-posts.ts';
import type { ScheduleTime } from './schedule-post.ts';

/** A proposal of the author for the time of a post. It has no effect until the post is approved. */
export type ProposedTime = Omit<ScheduleTime, 'queued'>;

type Decision = { readonly now: Date; readonly by: string };

/**
 * The post as it waits for approval (docs/specification/publishing.md#approval). Submitting it again replaces the request.
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_already_scheduled` · `post_in_trash`
 */
export function submitPost(
  post: Post,
  proposed: ProposedTime | null,
  { now, by, timezone }: Decision & { readonly timezone: string },
): Post {
  const zoned = inZone(post, timezone);
  return {
    ...zoned,
    ...(proposed && { ...proposed, keptInstant: false }),
    status: nextPostState('submit', post, 'needs_approval'),
    approval: {
      state: 'requested',
      requestedAt: now,
      requestedBy: by,
      decidedAt: null,
      decidedBy: null,
      note: null,
    },
    revision: post.revision + 1,
    updatedAt: now,
  };
}

/**
 * The post as a draft again, with a message to its author. A failed post becomes a failed post again, because a draft would be published
 * once more to the accounts that have it.
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_not_submitted` · `post_in_trash`
 */
export function returnPost(post: Post, note: string | null, { now, by }: Decision): Post {
  const hasFailed = post.retryAccounts !== null && isTimed(post);
  return {
    ...post,
    status: nextPostState('return', post, hasFailed ? 'failed' : 'draft'),
    approval: post.approval && { ...post.approval, state: 'returned', decidedAt: now, decidedBy: by, note },
    retryAccounts: hasFailed ? post.retryAccounts : null,
    heldAccounts: hasFailed ? post.heldAccounts : [],
    revision: post.revision + 1,
    updatedAt: now,
  };
}
