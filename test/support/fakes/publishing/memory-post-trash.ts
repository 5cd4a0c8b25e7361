import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { postPublishingError } from '#shared/publishing/domain/post-state.ts';
import type { PostTrash } from '#shared/publishing/ports/post-trash.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Permanent deletion of posts over a memory core. */
export function createMemoryPostTrash(core: MemoryCore): PostTrash {
  return {
    async findAll(workspaceId, ids) {
      const posts = ids.flatMap((id) => core.posts.get(id) ?? []);
      return structuredClone(posts.filter((post) => post.workspaceId === workspaceId));
    },

    async deletePosts(deletions, event, context) {
      commitInMemory(core, context, () => {
        for (const { before } of deletions) {
          const found = core.posts.get(before.id);
          if (found?.run) throw postPublishingError();
          if (found?.revision !== before.revision) throw new ConcurrentUpdateError();
        }
        for (const { before, after } of deletions) {
          if (after) core.posts.set(after.id, structuredClone(after));
          else core.posts.delete(before.id);
          if (after) continue;
          releaseQuota(core, 'posts', before.workspaceId);
          for (const [place, { postId }] of core.publications)
            if (postId === before.id) core.publications.delete(place);
        }
        if (event) core.events.set(event.id, event);
      });
    },
  };
}
