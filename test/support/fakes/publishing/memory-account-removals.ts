import type { AccountRemovals } from '#shared/publishing/ports/account-removals.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';

/** Removals of accounts over a memory core. */
export function createMemoryAccountRemovals(core: MemoryCore): AccountRemovals {
  return {
    async find(workspaceId, uuid) {
      return core.accountRemovals.get(withinWorkspace(workspaceId, uuid));
    },

    async advance(before, after) {
      const place = withinWorkspace(before.workspaceId, before.uuid);
      if (core.accountRemovals.get(place)?.dueSeq !== before.dueSeq) return false;
      core.accountRemovals.set(place, after);
      return true;
    },
  };
}
