import type { MediaDownloads, MediaStore } from '#shared/files/ports/media-store.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { numberedIn, numberedStore } from '#test/support/fakes/platform/memory-numbered.ts';

/** The media library's records over a memory core. */
export function createMemoryMediaStore(core: MemoryCore): MediaStore {
  return numberedStore(core, 'MD', core.media, 'media');
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
