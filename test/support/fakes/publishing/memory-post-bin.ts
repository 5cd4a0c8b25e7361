import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { PostBin } from '#shared/publishing/ports/post-bin.ts';
import { postPublishing } from '#shared/publishing/domain/post-state.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** The end of posts over a memory core. */
export function createMemoryPostBin(core: MemoryCore): PostBin {
  return {
    async findAll(workspaceId, ids) {
      const posts = ids.flatMap((id) => core.posts.get(id) ?? []);
      return structuredClone(posts.filter((post) => post.workspaceId === workspaceId));
    },

    async discard(discards, event, context) {
      commitInMemory(core, context, () => {
        for (const { before } of discards) {
          const found = core.posts.get(before.id);
          if (found?.run) throw postPublishing();
          if (found?.revision !== before.revision) throw new ConcurrentUpdateError();
        }
        for (const { before, after } of discards) {
          if (after) core.posts.set(after.id, structuredClone(after));
          else core.posts.delete(before.id);
          if (after) continue;
          for (const [place, { postId }] of core.publications)
            if (postId === before.id) core.publications.delete(place);
        }
        if (event) core.events.set(event.id, event);
      });
    },
  };
}
