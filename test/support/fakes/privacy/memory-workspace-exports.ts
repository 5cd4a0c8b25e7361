import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import {
  exportExpiry,
  exportRunning,
  exportTooSoon,
  isUnfinished,
  nextExportAt,
} from '#shared/privacy/domain/workspace-export.ts';
import type { WorkspaceExportJobs, WorkspaceExportStore } from '#shared/privacy/ports/workspace-exports.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

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
        const { workspaceId, scope, createdAt: now } = exported;
        const others = [...core.exports.values()].filter(
          (each) => each.workspaceId === workspaceId && each.scope === scope,
        );
        const running = others.find((each) => isUnfinished(each) && exportExpiry(each) > now);
        if (running) throw exportRunning(running.id, scope);
        const nextAt = Math.max(...others.map((each) => nextExportAt(each).getTime()));
        if (nextAt > now.getTime()) throw exportTooSoon(new Date(nextAt), now, scope);
        core.exports.set(place, exported);
      });
    },
  };
}

/** The same exports as jobs. */
export function createMemoryWorkspaceExportJobs(core: MemoryCore): WorkspaceExportJobs {
  return {
    async readPending(now) {
      return [...core.exports.values()]
        .filter((exported) => isUnfinished(exported) && exported.turnAt <= now)
        .toSorted((a, b) => a.turnAt.getTime() - b.turnAt.getTime());
    },

    async advance(before, after) {
      const place = withinWorkspace(before.workspaceId, before.id);
      if (core.exports.get(place)?.step !== before.step) return false;
      core.exports.set(place, after);
      return true;
    },
  };
}
