import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { defaultQueue } from '#shared/publishing/domain/posting-queue.ts';
import { type PostingQueueStore, SlotTakenError } from '#shared/publishing/ports/posting-queue.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Posting queues over a memory core. The scheduled times are those of its posts. */
export function createMemoryPostingQueueStore(core: MemoryCore): PostingQueueStore {
  return {
    async find(workspaceId) {
      return core.postingQueues.get(workspaceId) ?? defaultQueue(workspaceId);
    },

    async scheduledTimes(workspaceId, from, to) {
      const times = [...core.posts.values()]
        .filter((post) => post.workspaceId === workspaceId)
        .flatMap((post) => {
          const at = timeOf(post);
          return at === null || at < from.getTime() || at > to.getTime() ? [] : [[at, post.id] as const];
        });
      return new Map(times);
    },

    async save(before, after, context) {
      commitInMemory(core, context, () => {
        const revision = core.postingQueues.get(before.workspaceId)?.revision ?? 0;
        if (revision !== before.revision) throw new ConcurrentUpdateError();
        core.postingQueues.set(after.workspaceId, structuredClone(after));
      });
    },
  };
}

/** @throws SlotTakenError if another queued post has the slot of this one */
export function requireFreeSlot(core: Pick<MemoryCore, 'posts'>, post: Post): void {
  const at = post.queued ? timeOf(post) : null;
  if (at === null) return;
  const others = [...core.posts.values()].filter(
    ({ id, workspaceId, queued }) => queued && workspaceId === post.workspaceId && id !== post.id,
  );
  if (others.some((other) => timeOf(other) === at)) throw new SlotTakenError('Another post has this slot');
}

function timeOf({ status, run, due }: Post): number | null {
  return status === 'scheduled' && run === null && due !== null ? due.at.getTime() : null;
}
