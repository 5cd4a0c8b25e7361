import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { itemCodec } from '#shared/platform/store/item-schema.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { isNew, putItem, revisionUnchanged, toLastChange } from '#shared/platform/store/write.ts';
import { defaultQueue, type PostingQueue, WEEKDAYS } from '#shared/publishing/domain/posting-queue.ts';
import type { PostingQueueReader, PostingQueueStore } from '#shared/publishing/ports/posting-queue.ts';
import { postingQueueKey, slotKey } from './keys.ts';
import { fromPostTimeItem } from './post-time-items.ts';

/** Sorts after the keys of every post with the same time. */
const END = '~';
/** Maximum number of times that one call reads: all slots of a year, and as many posts that were scheduled by hand. */
const MAX_TIMES = 20_000;

const queueItem = itemCodec(
  v.object({
    workspaceId: v.string(),
    slots: v.array(v.object({ weekday: v.picklist(WEEKDAYS), time: v.string() })),
    revision: v.number(),
  }),
);

/** The reads of `createDynamoPostingQueueStore`, for operations that may not write. */
export function createDynamoPostingQueueReader(table: Table): PostingQueueReader {
  return {
    async find(workspaceId) {
      const item = await table.get(postingQueueKey(workspaceId));
      return item ? queueItem.decode(item) : defaultQueue(workspaceId);
    },

    async scheduledTimes(workspaceId, from, to) {
      const { pk, sk: first } = slotKey(workspaceId, from);
      const { sk: last } = slotKey(workspaceId, to);
      const items = await table.query({
        pk,
        from: first,
        to: `${last}${END}`,
        descending: false,
        limit: MAX_TIMES,
        consistent: true,
      });
      return new Map(items.map(fromPostTimeItem).map(({ at, postId }) => [at.getTime(), postId]));
    },
  };
}

/** Posting queues in the core table. */
export function createDynamoPostingQueueStore(table: WritableTable): PostingQueueStore {
  return {
    ...createDynamoPostingQueueReader(table),

    async save(before, after, context) {
      const condition = before.revision === 0 ? isNew : revisionUnchanged(before);
      await commit(table, context, [putItem(toItem(after, context.change), condition)]);
    },
  };
}

function toItem(queue: PostingQueue, change: Change) {
  return {
    ...postingQueueKey(queue.workspaceId),
    resource: 'posting_queue' as const,
    id: queue.workspaceId,
    ...queueItem.encode(queue),
    lastChange: toLastChange(change),
  };
}
