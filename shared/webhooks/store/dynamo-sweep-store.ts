import * as v from 'valibot';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { eventPartition } from '#shared/events/store/keys.ts';
import { orError, parseItem } from '#shared/platform/store/item-schema.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { DELIVERY_TABLE, FAN_OUT_ATTRIBUTE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { isNew, type Condition, putItem, updateItem } from '#shared/platform/store/write.ts';
import type { Bucket, DueDelivery, SweepStore, SweepScan } from '#shared/webhooks/ports/sweep-store.ts';
import { dueDeliveryAttributes, fromDeliveryItem, placeKey, toQueuedDeliveryItem } from './delivery-items.ts';
import { deliveryKey, dueDeliveryPartition, sweepKey } from './keys.ts';
import { bucketText, toBucketText } from './sweep-cursor.ts';

const [, BY_DUE] = DELIVERY_TABLE.indexes;

const cursorItem = v.object({ nextBucket: bucketText });
const dueItem = v.object({ pk: placeKey, sk: v.string(), dueSk: v.string() });

/** The sweep's view of both tables. Its cursors are in the delivery table, which has no stream. */
export function createDynamoSweepStore(core: Table, deliveries: WritableTable): SweepStore {
  return {
    async resume(scan, start) {
      const found = await deliveries.get(sweepKey(scan));
      if (found) return parseItem(cursorItem, found).nextBucket;
      const item = { ...sweepKey(scan), nextBucket: toBucketText(start) };
      // If two first runs race, the start of the first one is kept.
      const { written } = await tryWrite(deliveries, putItem(item, isNew));
      return written ? start : parseItem(cursorItem, (await deliveries.get(sweepKey(scan))) ?? {}).nextBucket;
    },

    async advance(scan: SweepScan, next: Bucket) {
      await tryWrite(
        deliveries,
        updateItem(sweepKey(scan), setAttributes({ nextBucket: toBucketText(next) }), notYetThere),
      );
    },

    async *readEvents({ minute, shard }) {
      const partition = eventPartition(minute, shard);
      for await (const items of partitionPages(core, { partition, having: FAN_OUT_ATTRIBUTE }))
        yield items.map((item) => orError(() => fromEventItem(item)));
    },

    async findAbsent(candidates) {
      const keys = candidates.map(({ endpointId, shard, id }) => deliveryKey(endpointId, shard, id));
      // Eventually consistent at half the price: the condition of the claim finds the deliveries that the read misses.
      const items = await deliveries.getAll(keys, 'eventual');
      const present = new Set(items.map((item) => `${String(item['pk'])}/${String(item['sk'])}`));
      return candidates.filter(({ endpointId, shard, id }) => {
        const { pk, sk } = deliveryKey(endpointId, shard, id);
        return !present.has(`${pk}/${sk}`);
      });
    },

    async claimAbsent(delivery, nextCheckAt) {
      const item = { ...toQueuedDeliveryItem(delivery), ...dueDeliveryAttributes(delivery.id, nextCheckAt) };
      // Closes the races with the record of the attempt and with another run.
      return (await tryWrite(deliveries, putItem(item, isNew))).written;
    },

    async *readDue({ minute, shard }) {
      const partition = dueDeliveryPartition(minute, shard);
      for await (const items of partitionPages(deliveries, { partition, index: BY_DUE }))
        yield items.map((item) => orError(() => fromDueItem(item)));
    },

    async claimDue({ endpointId, shard, deliveryId, indexKey }, nextCheckAt) {
      const update = setAttributes(dueDeliveryAttributes(deliveryId, nextCheckAt));
      const write = updateItem(deliveryKey(endpointId, shard, deliveryId), update, stillDue(indexKey));
      const { written, item } = await tryWrite(deliveries, write);
      return written ? fromDeliveryItem(item ?? {}) : undefined;
    },
  };
}

function fromDueItem(item: Item): DueDelivery {
  const { pk, sk, dueSk } = parseItem(dueItem, item);
  return { ...pk, deliveryId: sk, indexKey: dueSk };
}

/** The cursor has not reached the bucket yet. The placeholder has the value that the update writes. */
const notYetThere: Condition = { expression: 'nextBucket < :nextBucket' };

/** The delivery is unchanged since the index was read: every write to a delivery changes or removes this attribute. */
function stillDue(indexKey: string): Condition {
  return { expression: 'dueSk = :indexKey', values: { ':indexKey': indexKey } };
}
