import {
  BROADCAST_STATES,
  type Broadcast,
  type BroadcastState,
} from '#shared/broadcasts/domain/broadcast.ts';
import type { BroadcastReader, BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { broadcastKey } from '#shared/events/store/keys.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
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

const [BY_OWNER] = CORE_TABLE.indexes;
/** Maximum number of items in one batch read. */
const BATCH = 100;
/** Sort before and after every id. */
const END = '~';
const BEGINNING = '0';

type Cursor = { readonly after: string | undefined; readonly order: 'asc' | 'desc' };

/** The reads of `createDynamoBroadcastStore`, for operations that may not write. */
export function createDynamoBroadcastReader(table: Table): BroadcastReader {
  return {
    async find(workspaceId, broadcastId) {
      const item = await table.get(broadcastKey(broadcastId));
      const broadcast = item && fromBroadcastItem(item);
      return broadcast?.workspaceId === workspaceId ? broadcast : undefined;
    },

    async list(workspaceId, { state, order, limit, after }) {
      const states = state === undefined ? BROADCAST_STATES : [state];
      const chunk = Math.min(limit, BATCH);
      const found: Broadcast[] = [];
      for (let from = after; ;) {
        const ids = await readIds(workspaceId, states, { after: from, order }, chunk);
        const items = await table.getAll(ids.map(broadcastKey));
        const broadcasts = inOrder(items.map(fromBroadcastItem), ({ id }) => id, order);
        // The index is eventually consistent, so the state is checked again on the items themselves.
        found.push(...broadcasts.filter((each) => state === undefined || each.state === state));
        from = ids.at(-1);
        if (found.length >= limit || ids.length < chunk) return found.slice(0, limit);
      }
    },
  };

  /** The ids after `after`, merged over these states. A broadcast that changes state during the reads is returned once. */
  async function readIds(
    workspaceId: string,
    states: readonly BroadcastState[],
    { after, order }: Cursor,
    limit: number,
  ): Promise<string[]> {
    const descending = order === 'desc';
    const partitions = await Promise.all(
      states.map((state) =>
        table.query({
          index: BY_OWNER,
          pk: broadcastPartition(workspaceId, state),
          from: descending ? BEGINNING : (after ?? BEGINNING),
          to: descending ? (after ?? END) : END,
          descending,
          // Bounds are inclusive: one more for the last id of the previous page.
          limit: limit + 1,
        }),
      ),
    );
    const ids = new Set(partitions.flat().map((row) => String(row['ownerSk'])));
    if (after !== undefined) ids.delete(after);
    return inOrder([...ids], (id) => id, order).slice(0, limit);
  }
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

function inOrder<T>(things: readonly T[], idOf: (thing: T) => string, order: Cursor['order']): T[] {
  const sign = order === 'asc' ? 1 : -1;
  return things.toSorted((a, b) => (idOf(a) < idOf(b) ? -sign : sign));
}
