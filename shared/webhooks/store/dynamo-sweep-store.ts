import * as v from 'valibot';
import { FAN_OUT_ATTRIBUTES, fromEventItem, fromFanOutItem } from '#shared/events/store/event-items.ts';
import { eventKey, eventPartition } from '#shared/events/store/keys.ts';
import { orError, parseItem } from '#shared/platform/store/item-schema.ts';
import { minuteOf } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { DELIVERY_TABLE, FAN_OUT_ATTRIBUTE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { type Outcome, tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { isNew, type Condition, putItem, updateItem } from '#shared/platform/store/write.ts';
import type { Bucket, DueDelivery, SweepStore, SweptEvent } from '#shared/webhooks/ports/sweep-store.ts';
import { dueDeliveryAttributes, fromDeliveryItem, placeKey, toQueuedDeliveryItem } from './delivery-items.ts';
import { deliveryKey, dueDeliveryPartition, sweepKey } from './keys.ts';
import { cursorItem, shardAttribute, toBucketText, toShardMinutes } from './sweep-cursor.ts';

const [, BY_DUE] = DELIVERY_TABLE.indexes;

const dueItem = v.object({ pk: placeKey, sk: v.string(), dueSk: v.string() });

/** The sweep's view of both tables. Its cursors are in the delivery table, which has no stream. */
export function createDynamoSweepStore(core: Table, deliveries: WritableTable): SweepStore {
  /** The item of a scan. Its first run stores where it starts. */
  async function cursorOf(scan: string, start: Bucket): Promise<Item> {
    const found = await deliveries.get(sweepKey(scan));
    if (found) return found;
    const item = { ...sweepKey(scan), nextBucket: toBucketText(start) };
    // If two first runs race, the start of the first one is kept.
    const { written } = await tryWrite(deliveries, putItem(item, isNew));
    return written ? item : ((await deliveries.get(sweepKey(scan))) ?? {});
  }

  function moveShards(scan: string, next: ReadonlyMap<number, Date>): Promise<Outcome> {
    const minutes = [...next].map(([shard, minute]) => [shardAttribute(shard), minuteOf(minute)] as const);
    const behind = minutes.map(([name]) => `(attribute_not_exists(${name}) OR ${name} < :${name})`);
    const condition = { expression: ['attribute_exists(nextBucket)', ...behind].join(' AND ') };
    return tryWrite(
      deliveries,
      updateItem(sweepKey(scan), setAttributes(Object.fromEntries(minutes)), condition),
    );
  }

  return {
    async resume(scan, start) {
      return parseItem(cursorItem, await cursorOf(scan, start)).nextBucket;
    },

    async advance(scan, next) {
      await tryWrite(
        deliveries,
        updateItem(sweepKey(scan), setAttributes({ nextBucket: toBucketText(next) }), notYetThere),
      );
    },

    async resumeShards(scan, start) {
      return toShardMinutes(await cursorOf(scan, { minute: start, shard: 0 }));
    },

    async advanceShards(scan, next) {
      const together = await moveShards(scan, next);
      let latest = together.item;
      // Another run of the part was faster in one of the shards. The others must move nevertheless.
      if (!together.written)
        for (const one of next) latest = (await moveShards(scan, new Map([one]))).item ?? latest;
      return toShardMinutes(latest ?? {});
    },

    async *readEvents({ minute, shard }) {
      const partition = eventPartition(minute, shard);
      const asked = { partition, having: FAN_OUT_ATTRIBUTE, attributes: FAN_OUT_ATTRIBUTES };
      for await (const items of partitionPages(core, asked))
        yield items.map((item) => orError((): SweptEvent => fromFanOutItem(item)));
    },

    async readEvent(eventId) {
      const item = await core.get(eventKey(eventId));
      return item && fromEventItem(item);
    },

    async findAbsent(places) {
      const keys = places.map(({ endpointId, shard, id }) => deliveryKey(endpointId, shard, id));
      // Eventually consistent at half the price: the condition of the claim finds the deliveries that the read misses.
      const items = await deliveries.getAll(keys, 'eventual', KEY_ATTRIBUTES);
      if (items.length === keys.length) return [];
      const present = new Set(items.map(({ pk, sk }) => `${String(pk)}/${String(sk)}`));
      return places.filter((_, index) => !present.has(`${keys[index]?.pk}/${keys[index]?.sk}`));
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

/** All that a lookup reads of a delivery. */
const KEY_ATTRIBUTES = ['pk', 'sk'];

/** The cursor has not reached the bucket yet. The placeholder has the value that the update writes. */
const notYetThere: Condition = { expression: 'nextBucket < :nextBucket' };

/** The delivery is unchanged since the index was read: every write to a delivery changes or removes this attribute. */
function stillDue(indexKey: string): Condition {
  return { expression: 'dueSk = :indexKey', values: { ':indexKey': indexKey } };
}
