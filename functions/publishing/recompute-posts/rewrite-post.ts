import type { BackOff } from '#shared/platform/core/back-off.ts';
import { systemChange } from '#shared/platform/core/change.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { retryLater } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import { SlotTakenError } from '#shared/publishing/ports/posting-queue.ts';
import { isPostRace } from '#shared/publishing/use-cases/post-race.ts';

export type RewriteDependencies = {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
};

/**
 * Applies `compute` to the current post and writes the result, again after every lost race. Returns what was written, or
 * undefined if there is nothing to write or the post was deleted. @throws RetryMessageError after too many lost races
 */
export async function rewritePost<R extends { readonly after: Post }>(
  { posts, clock, backOff, newNonce }: RewriteDependencies,
  listed: Post,
  requestId: string,
  compute: (post: Post, now: Date) => R | undefined,
): Promise<R | undefined> {
  let hasSlot = true;
  const rewrite = async (isRetry: boolean): Promise<R | undefined> => {
    const post = isRetry ? await posts.find(listed.workspaceId, listed.id) : listed;
    if (!post) return undefined;
    const now = clock();
    const computed = compute(post, now);
    if (!computed) return undefined;
    const change = systemChange('recompute-posts', { requestId, nonce: newNonce(), at: now });
    try {
      const { after } = computed;
      const written = hasSlot ? after : { ...after, queued: false };
      await posts.save(post, written, null, { change, idempotencyRecord: null });
      return computed;
    } catch (error) {
      // Another queued post has the slot, and may be moved later than this post. The post gets its time without the slot.
      if (error instanceof SlotTakenError) hasSlot = false;
      throw error;
    }
  };
  return retryOnConflict(backOff, rewrite, { isConflict: isRace }).catch(retryLater(isRace));
}

function isRace(error: unknown): boolean {
  return error instanceof SlotTakenError || isPostRace(error);
}
