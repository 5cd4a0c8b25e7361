import * as v from 'valibot';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import {
  deliveryKey,
  schedulePartition,
  eventPartition,
  minuteOf,
  sweepKey,
} from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { DELIVERY_TABLE, DISPATCH_FILTER } from '#shared/platform/store/table-definition.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import type { Bucket, SweepStore, SweepScan } from '#shared/webhooks/ports/sweep-store.ts';
import { scheduleAttributes, fromDeliveryItem, toQueuedDeliveryItem } from './delivery-items.ts';

const [, BY_DUE] = DELIVERY_TABLE.indexes;

/** Minute and shard in one text that sorts as buckets follow each other. */
const bucketText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d#\d\d$/u),
  v.transform((text): Bucket => ({
    minute: new Date(`${text.slice(0, -'#00'.length)}Z`),
    shard: Number(text.slice(-2)),
  })),
);

const cursorItem = v.object({ next_bucket: bucketText });
const dueItem = v.object({ pk: v.pipe(v.string(), v.startsWith('E#')), sk: v.string(), due_sk: v.string() });

/** The sweep's view of both tables; its cursors lie in the delivery table, whose stream nobody reads. */
export function createDynamoSweepStore(core: Table, deliveries: Table): SweepStore {
  return {
    async begin(walk, start) {
      const found = await deliveries.get(sweepKey(walk));
      if (found) return parseItem(cursorItem, found).next_bucket;
      const item = { ...sweepKey(walk), next_bucket: textOf(start) };
      // Of two first runs the first one's start stands.
      const { written } = await conditionalWrite(
        deliveries,
        { kind: 'put', item },
        'attribute_not_exists(pk)',
      );
      return written
        ? start
        : parseItem(cursorItem, (await deliveries.get(sweepKey(walk))) ?? {}).next_bucket;
    },

    async advance(walk: SweepScan, next: Bucket) {
      const set = 'SET next_bucket = :next';
      const values = { ':next': textOf(next) };
      await conditionalWrite(
        deliveries,
        { kind: 'update', key: sweepKey(walk), set, values },
        'next_bucket < :next',
      );
    },

    async *readEvents({ minute, shard }) {
      const partition = eventPartition(minute, shard);
      for await (const items of partitionPages(core, { partition, having: DISPATCH_FILTER.fanOutAttribute }))
        yield items.map(eventOrError);
    },

    async absentOf(candidates) {
      const keys = candidates.map(({ endpointId, id }) => deliveryKey(endpointId, id));
      // At half the price: what such a read misses, the condition of the claim finds.
      const items = await deliveries.getAll(keys, 'eventual');
      const present = new Set(items.map((item) => `${String(item['pk'])}/${String(item['sk'])}`));
      return candidates.filter(({ endpointId, id }) => {
        const { pk, sk } = deliveryKey(endpointId, id);
        return !present.has(`${pk}/${sk}`);
      });
    },

    async claimAbsent(delivery, retryLaterAt) {
      const item = { ...toQueuedDeliveryItem(delivery), ...scheduleAttributes(delivery.id, retryLaterAt) };
      // Closes the race with the attempt's record, and with another run.
      return (await conditionalWrite(deliveries, { kind: 'put', item }, 'attribute_not_exists(pk)')).written;
    },

    async *readDue({ minute, shard }) {
      const partition = schedulePartition(minute, shard);
      for await (const items of partitionPages(deliveries, { partition, index: BY_DUE })) {
        yield items.map((item) => {
          const { pk, sk, due_sk } = parseItem(dueItem, item);
          return { endpointId: pk.slice('E#'.length), deliveryId: sk, mark: due_sk };
        });
      }
    },

    async claimDue({ endpointId, deliveryId, mark }, retryLaterAt) {
      const { due_pk, due_sk } = scheduleAttributes(deliveryId, retryLaterAt);
      const set = 'SET due_pk = :partition, due_sk = :sort';
      const values = { ':partition': due_pk, ':sort': due_sk, ':mark': mark };
      const update = { kind: 'update', key: deliveryKey(endpointId, deliveryId), set, values } as const;
      // Whatever happens to a delivery changes or removes this attribute, an end too: the index is only a hint.
      const { written, item } = await conditionalWrite(deliveries, update, 'due_sk = :mark');
      return written ? fromDeliveryItem(item ?? {}) : undefined;
    },
  };
}

function textOf({ minute, shard }: Bucket): string {
  return `${minuteOf(minute)}#${String(shard).padStart(2, '0')}`;
}

/** One event that cannot be read must not hide the others of its minute. */
function eventOrError(item: Item): RecordedEvent | MalformedItemError {
  try {
    return fromEventItem(item);
  } catch (error) {
    if (error instanceof MalformedItemError) return error;
    throw error;
  }
}
