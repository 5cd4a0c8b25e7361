import type { BroadcastRuns } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** The progress of broadcasts over a memory core. */
export function createMemoryBroadcastRuns({ broadcastRuns }: MemoryCore): BroadcastRuns {
  return {
    async find(workspaceId, broadcastId) {
      const found = broadcastRuns.get(broadcastId);
      return found?.run.workspaceId === workspaceId ? structuredClone(found) : undefined;
    },

    async advance(before, after) {
      const found = broadcastRuns.get(before.broadcastId);
      if (found?.run.step !== before.step) return false;
      broadcastRuns.set(before.broadcastId, { control: found.control, run: structuredClone(after) });
      return true;
    },

    async pause(before, pausedReason, pausedAt) {
      const found = broadcastRuns.get(before.broadcastId);
      if (!found || found.control.pausedAt || found.control.budget !== before.budget) return false;
      broadcastRuns.set(before.broadcastId, {
        run: found.run,
        control: { ...found.control, pausedAt, pausedReason },
      });
      return true;
    },
  };
}
