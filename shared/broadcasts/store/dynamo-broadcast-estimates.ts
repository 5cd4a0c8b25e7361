import type {
  BroadcastEstimateReader,
  BroadcastEstimates,
} from '#shared/broadcasts/ports/broadcast-estimates.ts';
import { broadcastKey } from '#shared/events/store/keys.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { checkItem, exists, isNew, putItem, updateItem } from '#shared/platform/store/write.ts';
import { fromEstimateItem, toEstimateAttributes, toEstimateItem } from './estimate-items.ts';
import { broadcastEstimateKey } from './keys.ts';
import { stepUnchanged } from './run-items.ts';

/** The reads of `createDynamoBroadcastEstimates`, for operations that may not write. */
export function createDynamoBroadcastEstimateReader(table: Table): BroadcastEstimateReader {
  return {
    async find(workspaceId, broadcastId) {
      const item = await table.get(broadcastEstimateKey(broadcastId));
      const estimate = item && fromEstimateItem(item);
      return estimate?.workspaceId === workspaceId ? estimate : undefined;
    },
  };
}

/** Estimates in the core table, each beside its broadcast. */
export function createDynamoBroadcastEstimates(table: WritableTable): BroadcastEstimates {
  return {
    ...createDynamoBroadcastEstimateReader(table),

    async request(before, after, context) {
      await commit(table, context, [
        putItem(toEstimateItem(after), before ? stepUnchanged(before) : isNew),
        checkItem(broadcastKey(after.broadcastId), exists),
      ]);
    },

    async advance(before, after) {
      const update = setAttributes(toEstimateAttributes(after));
      const key = broadcastEstimateKey(before.broadcastId);
      return (await tryWrite(table, updateItem(key, update, stepUnchanged(before)))).written;
    },
  };
}
