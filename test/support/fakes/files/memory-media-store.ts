import type { MediaDownloads, MediaStore } from '#shared/files/ports/media-store.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { numberedIn } from '#test/support/fakes/platform/memory-numbered.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** The media library's records over a memory core. */
export function createMemoryMediaStore(core: MemoryCore): MediaStore {
  const { nextId, find, findAll, list, add, replace, drop } = numberedIn(core, 'MD', core.media);
  return {
    nextId,
    find,
    findAll,
    list,

    async create(media, context) {
      commitInMemory(core, context, () => {
        takeQuota(core, 'media', media.workspaceId);
        add(media);
      });
    },

    async save(before, after, context) {
      commitInMemory(core, context, () => replace(before, after));
    },

    async remove(media, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        drop(media);
        releaseQuota(core, 'media', media.workspaceId);
      });
    },
  };
}

/** Downloads over a memory core. */
export function createMemoryMediaDownloads(core: MemoryCore): MediaDownloads {
  const { find, replace } = numberedIn(core, 'MD', core.media);
  return {
    find,

    async advance(before, after) {
      if ((await find(before.workspaceId, before.uuid))?.revision !== before.revision) return false;
      replace(before, after);
      return true;
    },
  };
}
