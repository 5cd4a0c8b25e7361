import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { postPublishingError } from '#shared/publishing/domain/post-state.ts';
import type { PostTrash } from '#shared/publishing/ports/post-trash.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Permanent deletion of posts over a memory core. */
export function createMemoryPostTrash(core: MemoryCore): PostTrash {
  return {
    async findAll(workspaceId, ids) {
      const posts = ids.flatMap((id) => core.posts.get(id) ?? []);
      return structuredClone(posts.filter((post) => post.workspaceId === workspaceId));
    },

    async readPublications(postId) {
      return structuredClone([...core.publications.values()].filter((each) => each.postId === postId));
    },

    async deletePosts(deletions, event, context) {
      commitInMemory(core, context, () => {
        for (const { before, removal } of deletions) {
          const found = core.posts.get(before.id);
          if (found?.run) throw postPublishingError();
          if (found?.revision !== before.revision) throw new ConcurrentUpdateError();
          const earlier = removal && core.postRemovals.get(withinWorkspace(before.workspaceId, before.id));
          if (earlier?.dueSeq !== removal?.before?.dueSeq) throw new ConcurrentUpdateError();
        }
        for (const { before, after, removal } of deletions) {
          const { id, workspaceId } = before;
          if (removal)
            core.postRemovals.set(withinWorkspace(workspaceId, id), structuredClone(removal.after));
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
