import type { TagStore } from '#shared/publishing/ports/account-store.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { numberedIn } from '#test/support/fakes/platform/memory-numbered.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Tags over a memory core. */
export function createMemoryTagStore(core: MemoryCore): TagStore {
  const { nextId, find, findAll, list, add, replace, drop } = numberedIn(core, 'T', core.tags);
  return {
    nextId,
    find,
    findAll,
    list,

    async create(tag, context) {
      commitInMemory(core, context, () => {
        takeQuota(core, 'tags', tag.workspaceId);
        add(tag);
      });
    },

    async save(before, after, context) {
      commitInMemory(core, context, () => replace(before, after));
    },

    async remove(tag, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        drop(tag);
        releaseQuota(core, 'tags', tag.workspaceId);
      });
    },
  };
}
