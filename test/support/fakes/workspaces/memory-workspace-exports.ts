import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type {
  WorkspaceExportJobs,
  WorkspaceExportStore,
} from '#shared/workspaces/ports/workspace-exports.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Exports over a memory core. */
export function createMemoryWorkspaceExports(core: MemoryCore): WorkspaceExportStore {
  return {
    async find(workspaceId, exportId) {
      return core.exports.get(withinWorkspace(workspaceId, exportId));
    },

    async create(exported, context) {
      commitInMemory(core, context, () => {
        const place = withinWorkspace(exported.workspaceId, exported.id);
        if (core.exports.has(place)) throw new ConcurrentUpdateError();
        takeQuota(core, 'exports', exported.workspaceId);
        core.exports.set(place, exported);
      });
    },
  };
}

/** The same exports as jobs. */
export function createMemoryWorkspaceExportJobs(core: MemoryCore): WorkspaceExportJobs {
  return {
    async readPending() {
      return [...core.exports.values()]
        .filter(({ state }) => state !== 'completed')
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    },

    async advance(before, after) {
      const place = withinWorkspace(before.workspaceId, before.id);
      if (core.exports.get(place)?.step !== before.step) return false;
      core.exports.set(place, after);
      if (after.state === 'completed') releaseQuota(core, 'exports', after.workspaceId);
      return true;
    },
  };
}
