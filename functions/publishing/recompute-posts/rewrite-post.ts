import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';

/** How often a post is computed again that somebody edits at the same moment. */
const MAX_TRIES = 5;

export type RewriteDependencies = {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly clock: Clock;
  readonly newNonce: () => string;
};

/**
 * Writes what `compute` makes of a post, on the post as it is when the write lands. Gives what was written, or undefined if
 * there was nothing to write or the post is gone. @throws RetryMessageError if others keep being first
 */
export async function rewritePost<R extends { readonly after: Post }>(
  { posts, clock, newNonce }: RewriteDependencies,
  listed: Post,
  requestId: string,
  compute: (post: Post, now: Date) => R | undefined,
): Promise<R | undefined> {
  let post: Post | undefined = listed;
  for (let tries = 1; post && tries <= MAX_TRIES; tries += 1) {
    const now = clock();
    const computed = compute(post, now);
    if (!computed) return undefined;
    const change: Change = {
      actor: { kind: 'system' },
      operation: 'recompute-posts',
      requestId,
      nonce: newNonce(),
      at: now,
    };
    try {
      await posts.save(post, computed.after, null, { change, remember: null });
      return computed;
    } catch (error) {
      if (!isRace(error)) throw error;
      post = await posts.find(post.workspaceId, post.id);
    }
  }
  if (!post) return undefined;
  throw new RetryMessageError('A post is being edited all the time');
}

/** Whether the post was changed, or began to go out, since it was read. */
function isRace(error: unknown): boolean {
  if (error instanceof ConcurrentUpdateError) return true;
  return error instanceof PlatformError && error.code === 'post_publishing';
}
