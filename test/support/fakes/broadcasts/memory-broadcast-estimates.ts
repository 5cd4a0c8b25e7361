import type { BroadcastEstimates } from '#shared/broadcasts/ports/broadcast-estimates.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Estimates of broadcasts over a memory core. */
export function createMemoryBroadcastEstimates(core: MemoryCore): BroadcastEstimates {
  const { broadcasts, broadcastEstimates } = core;
  return {
    async find(workspaceId, broadcastId) {
      const found = broadcastEstimates.get(broadcastId);
      return found?.workspaceId === workspaceId ? structuredClone(found) : undefined;
    },

    async request(before, after, context) {
      commitInMemory(core, context, () => {
        const { broadcastId } = after;
        const isUnchanged = broadcastEstimates.get(broadcastId)?.step === before?.step;
        if (!isUnchanged || !broadcasts.has(broadcastId)) throw new ConcurrentUpdateError();
        broadcastEstimates.set(broadcastId, structuredClone(after));
      });
    },

    async advance(before, after) {
      if (broadcastEstimates.get(before.broadcastId)?.step !== before.step) return false;
      broadcastEstimates.set(before.broadcastId, structuredClone(after));
      return true;
    },
  };
}
