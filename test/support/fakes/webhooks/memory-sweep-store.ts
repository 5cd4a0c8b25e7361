import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { SHARDS, shardOfId, timeOfId } from '#shared/platform/runtime/ids.ts';
import type { SweepScan } from '#shared/webhooks/metrics.ts';
import type { Bucket, DueDelivery, ShardMinutes, SweepStore } from '#shared/webhooks/ports/sweep-store.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { keyOf, type MemoryDeliveries } from './memory-delivery-store.ts';

/** When a delivery is checked again, if its scheduled attempt is still the same. */
type Later = { readonly planned: number; readonly at: number };

/** The positions of the scans: one for counts, and one for each shard of the others. */
export type MemoryCursors = Map<'counts' | `${SweepScan}/${number}`, Bucket>;

/** The sweep's view of a memory core and a map of deliveries. */
export function createMemorySweepStore(
  core: MemoryCore,
  deliveries: MemoryDeliveries,
  cursors: MemoryCursors = new Map(),
): SweepStore {
  const laters = new Map<string, Later>();

  function dueAt(key: string): number | undefined {
    const planned = deliveries.get(key)?.nextAttemptAt?.getTime();
    const later = laters.get(key);
    return later && later.planned === planned ? later.at : planned;
  }

  function minutesOf(scan: SweepScan): ShardMinutes {
    return Array.from({ length: SHARDS }, (_, shard) => {
      const cursor = cursors.get(`${scan}/${shard}`);
      if (cursor === undefined) throw new Error(`The scan ${scan} has not started`);
      return cursor.minute;
    });
  }

  return {
    async resumeShards(scan, start) {
      for (let shard = 0; shard < SHARDS; shard += 1)
        if (!cursors.has(`${scan}/${shard}`)) cursors.set(`${scan}/${shard}`, { minute: start, shard });
      return minutesOf(scan);
    },

    async advanceShards(scan, next) {
      for (const [shard, minute] of next) {
        const known = cursors.get(`${scan}/${shard}`);
        if (known && known.minute < minute) cursors.set(`${scan}/${shard}`, { minute, shard });
      }
      return minutesOf(scan);
    },

    async resume(scan, start) {
      const bucket = cursors.get(scan) ?? start;
      cursors.set(scan, bucket);
      return bucket;
    },

    async advance(scan, next) {
      const known = cursors.get(scan);
      if (known && orderOf(known) < orderOf(next)) cursors.set(scan, next);
    },

    async *readEvents(bucket) {
      yield [...core.events.values()].filter(
        (event: RecordedEvent) => event.matches.length > 0 && isIn(bucket, timeOfId(event.id), event.id),
      );
    },

    async readEvent(eventId) {
      return core.events.get(eventId);
    },

    async findAbsent(places) {
      return places.filter((place) => !deliveries.has(keyOf(place)));
    },

    async claimAbsent(delivery, nextCheckAt) {
      if (deliveries.has(keyOf(delivery))) return false;
      deliveries.set(keyOf(delivery), delivery);
      const planned = delivery.nextAttemptAt?.getTime() ?? 0;
      laters.set(keyOf(delivery), { planned, at: nextCheckAt.getTime() });
      return true;
    },

    async *readDue(bucket) {
      yield [...deliveries].flatMap(([key, { endpointId, shard, id }]): DueDelivery[] => {
        const at = dueAt(key);
        if (at === undefined || !isIn(bucket, new Date(at), id)) return [];
        return [{ endpointId, shard, deliveryId: id, indexKey: String(at) }];
      });
    },

    async claimDue({ endpointId, shard, deliveryId, indexKey }, nextCheckAt) {
      const key = keyOf({ endpointId, shard, id: deliveryId });
      const delivery = deliveries.get(key);
      if (!delivery?.nextAttemptAt || String(dueAt(key)) !== indexKey) return undefined;
      laters.set(key, { planned: delivery.nextAttemptAt.getTime(), at: nextCheckAt.getTime() });
      return delivery;
    },
  };
}

function isIn({ minute, shard }: Bucket, at: Date, id: string): boolean {
  const age = at.getTime() - minute.getTime();
  return age >= 0 && age < MINUTE_MS && shardOfId(id) === shard;
}

function orderOf({ minute, shard }: Bucket): number {
  return minute.getTime() + shard;
}
