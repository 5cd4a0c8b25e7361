import type { PixelStore } from '#shared/biolinks/ports/pixel-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Tracking pixels over a memory core. */
export function createMemoryPixelStore(core: MemoryCore): PixelStore {
  return {
    async findAll(workspaceId, ids) {
      return [...new Set(ids)].flatMap((id) => core.pixels.get(withinWorkspace(workspaceId, id)) ?? []);
    },

    async list(workspaceId, { limit, after }) {
      return [...core.pixels.values()]
        .filter((pixel) => pixel.workspaceId === workspaceId)
        .filter((pixel) => after === undefined || pixel.id < after)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },

    async create(pixel, context) {
      commitInMemory(core, context, () => {
        const key = withinWorkspace(pixel.workspaceId, pixel.id);
        if (core.pixels.has(key)) throw new ConcurrentUpdateError();
        takeQuota(core, 'pixels', pixel.workspaceId);
        core.pixels.set(key, pixel);
      });
    },

    async remove({ workspaceId, id }, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        const isThere = core.pixels.delete(withinWorkspace(workspaceId, id));
        if (!isThere) throw new ConcurrentUpdateError();
        releaseQuota(core, 'pixels', workspaceId);
      });
    },
  };
}
