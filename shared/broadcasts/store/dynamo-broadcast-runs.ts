import type { BroadcastRunReader, BroadcastRuns } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { broadcastControlKey, broadcastRunKey } from './keys.ts';
import { fromControlItem, fromRunItem, pauseWrite, runWrite } from './run-items.ts';

/** The reads of `createDynamoBroadcastRuns`, for functions that may not write. */
export function createDynamoBroadcastRunReader(table: Table): BroadcastRunReader {
  return {
    async find(workspaceId, broadcastId) {
      const [runItem, controlItem] = await Promise.all([
        table.get(broadcastRunKey(broadcastId)),
        table.get(broadcastControlKey(broadcastId)),
      ]);
      if (!runItem || !controlItem) return undefined;
      const run = fromRunItem(runItem);
      return run.workspaceId === workspaceId ? { run, control: fromControlItem(controlItem) } : undefined;
    },
  };
}

/** The progress of broadcasts in the core table, each beside its broadcast. */
export function createDynamoBroadcastRuns(table: WritableTable): BroadcastRuns {
  return {
    ...createDynamoBroadcastRunReader(table),

    async advance(before, after) {
      return (await tryWrite(table, runWrite(before, after))).written;
    },

    async pause(before, pausedReason, pausedAt) {
      return (await tryWrite(table, pauseWrite({ ...before, pausedAt, pausedReason }))).written;
    },
  };
}
