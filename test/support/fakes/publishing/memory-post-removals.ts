import type { PostRemovals } from '#shared/publishing/ports/post-removals.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';

/** Removals of posts from networks over a memory core. */
export function createMemoryPostRemovals(core: MemoryCore): PostRemovals {
  return {
    async find(workspaceId, postId) {
      return structuredClone(core.postRemovals.get(withinWorkspace(workspaceId, postId)));
    },

    async advance(before, after) {
      const place = withinWorkspace(before.workspaceId, before.id);
      if (core.postRemovals.get(place)?.dueSeq !== before.dueSeq) return false;
      core.postRemovals.set(place, structuredClone(after));
      return true;
    },
  };
}
