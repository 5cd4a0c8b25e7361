import { BROADCAST_STATES, type Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { BroadcastReader, BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { broadcastKey } from '#shared/events/store/keys.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { readFiltered } from '#shared/platform/store/listed-items.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  exists,
  isNew,
  revisionUnchanged,
  deleteItem,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import { fromBroadcastItem, toBroadcastItem } from './broadcast-items.ts';
import { editWrite, isHeld, saveWrite } from './broadcast-writes.ts';
import { broadcastPartition } from './keys.ts';
import { pauseWrite, resumeWrite, runRemovals, runWrite, runWrites } from './run-items.ts';

/** Broadcasts that one round of reads reads. */
const BATCH = 100;

/** The reads of `createDynamoBroadcastStore`, for operations that may not write. */
export function createDynamoBroadcastReader(table: Table): BroadcastReader {
  return {
    async find(workspaceId, broadcastId) {
      const item = await table.get(broadcastKey(broadcastId));
      const broadcast = item && fromBroadcastItem(item);
      return broadcast?.workspaceId === workspaceId ? broadcast : undefined;
    },

    list(workspaceId, { state, ...range }) {
      const states = state === undefined ? BROADCAST_STATES : [state];
      const list = {
        partitions: states.map((each) => broadcastPartition(workspaceId, each)),
        atOnce: Math.min(range.limit, BATCH),
        decode: fromBroadcastItem,
        matches: (broadcast: Broadcast) => state === undefined || broadcast.state === state,
      };
      return readFiltered(table, list, range);
    },
  };
}

/** Broadcasts in the core table, in the index by owner and state. */
export function createDynamoBroadcastStore(table: WritableTable): BroadcastStore {
  return {
    ...createDynamoBroadcastReader(table),

    async create(broadcast, context) {
      await commit(table, context, [
        putItem(toBroadcastItem(broadcast, context.change), isNew),
        takeQuota('broadcasts', broadcast.workspaceId),
      ]);
    },

    async edit(target, edit, guard, { change }) {
      const { written, item } = await tryWrite(table, editWrite(target, edit, guard, change), change.nonce);
      const broadcast = item && fromBroadcastItem(item);
      if (!written && isHeld(item, guard, change.at)) throw new ConcurrentUpdateError();
      return { written, broadcast: broadcast?.workspaceId === target.workspaceId ? broadcast : undefined };
    },

    async holdEdits({ id }, until) {
      const update = setAttributes({ editsHeldUntil: until.getTime() });
      await tryWrite(table, updateItem(broadcastKey(id), update, exists));
    },

    async save(before, after, context, event) {
      const { change } = context;
      const events = event === undefined ? [] : [eventWrite(event)];
      const runs = await runWrites(table, before, after);
      await commit(table, context, [saveWrite(before, after, change), ...runs, ...events]);
    },

    async savePause(before, after, { before: from, after: to }, context) {
      const { control, run } = to;
      const pause = control.pausedAt
        ? [pauseWrite(control)]
        : [resumeWrite(control), runWrite(from.run, run)];
      await commit(table, context, [saveWrite(before, after, context.change), ...pause]);
    },

    async remove(broadcast, { change }) {
      const { id, workspaceId } = broadcast;
      await commit(table, { change }, [
        deleteItem(broadcastKey(id), revisionUnchanged(broadcast)),
        ...runRemovals(broadcast, change.at),
        removalEntryWrite({ resource: 'broadcast', id, workspaceId }, change),
        releaseQuota('broadcasts', workspaceId),
      ]);
    },
  };
}
