import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import { SlotTakenError } from '#shared/publishing/ports/posting-queue.ts';

/** Maximum attempts while concurrent edits change the post. */
const MAX_TRIES = 5;

export type RewriteDependencies = {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly clock: Clock;
  readonly newNonce: () => string;
};

/**
 * Applies `compute` to the current post and writes the result, again after every lost race. Returns what was written, or
 * undefined if there is nothing to write or the post was deleted. @throws RetryMessageError if every attempt lost the race
 */
export async function rewritePost<R extends { readonly after: Post }>(
  { posts, clock, newNonce }: RewriteDependencies,
  listed: Post,
  requestId: string,
  compute: (post: Post, now: Date) => R | undefined,
): Promise<R | undefined> {
  let post: Post | undefined = listed;
  let hasSlot = true;
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
      const { after } = computed;
      const written = hasSlot ? after : { ...after, queued: false };
      await posts.save(post, written, null, { change, idempotencyRecord: null });
      return computed;
    } catch (error) {
      // Another queued post has the slot, and may be moved later than this post. The post gets its time without the slot.
      if (error instanceof SlotTakenError) {
        hasSlot = false;
        continue;
      }
      if (!isRace(error)) throw error;
      post = await posts.find(post.workspaceId, post.id);
    }
  }
  if (!post) return undefined;
  throw new RetryMessageError('The post keeps changing');
}

/** Whether the post was changed, or started to be published, after it was read. */
function isRace(error: unknown): boolean {
  if (error instanceof ConcurrentUpdateError) return true;
  return error instanceof PlatformError && error.code === 'post_publishing';
}
