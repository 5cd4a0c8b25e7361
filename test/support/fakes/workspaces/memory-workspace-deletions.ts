import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { WorkspaceDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';
import type {
  WorkspaceDeletionStore,
  WorkspaceErasureJobs,
} from '#shared/workspaces/ports/workspace-deletion-store.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Requests to delete a workspace over a memory core. */
export function createMemoryWorkspaceDeletions(core: MemoryCore): WorkspaceDeletionStore {
  return {
    async find(workspaceId) {
      return core.deletions.get(workspaceId);
    },

    async request(deletion, context) {
      commitInMemory(core, context, () => {
        if (core.deletions.has(deletion.workspaceId)) throw new ConcurrentUpdateError();
        core.deletions.set(deletion.workspaceId, deletion);
      });
    },

    async cancel(deletion, context) {
      commitInMemory(core, context, () => {
        if (!isCurrent(core, deletion)) throw new ConcurrentUpdateError();
        core.deletions.delete(deletion.workspaceId);
      });
    },
  };
}

/** The same requests as jobs. The fake keeps no trace of erased workspaces. */
export function createMemoryWorkspaceErasureJobs(core: MemoryCore): WorkspaceErasureJobs {
  async function advance(before: WorkspaceDeletion, after: WorkspaceDeletion): Promise<boolean> {
    if (!isCurrent(core, before)) return false;
    core.deletions.set(before.workspaceId, after);
    return true;
  }

  return {
    async readDue(now) {
      return [...core.deletions.values()]
        .filter(({ nextAt }) => nextAt <= now)
        .toSorted((a, b) => a.eraseAt.getTime() - b.eraseAt.getTime());
    },
    start: advance,
    advance,
    async finish(deletion) {
      return isCurrent(core, deletion) && core.deletions.delete(deletion.workspaceId);
    },
  };
}

function isCurrent(core: MemoryCore, { workspaceId, step, requestedAt }: WorkspaceDeletion): boolean {
  const stored = core.deletions.get(workspaceId);
  return stored?.step === step && stored.requestedAt.getTime() === requestedAt.getTime();
}
