import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { shardOfId } from '#shared/platform/runtime/ids.ts';
import {
  type CounterId,
  type CountPlace,
  COUNTED_MS,
  startOf,
} from '#shared/webhooks/domain/attempt-counter.ts';
import { sumOf, type Tally } from '#shared/webhooks/domain/attempt-tally.ts';
import { OPEN_STATES } from '#shared/webhooks/domain/delivery.ts';
import type {
  AttemptCountReader,
  AttemptCounts,
  AttemptRollUps,
  CountedHour,
  CountedSpan,
  CounterState,
} from '#shared/webhooks/ports/attempt-counts.ts';
import type { Bucket } from '#shared/webhooks/ports/sweep-store.ts';
import type { MemoryDeliveries } from './memory-delivery-store.ts';
import type { MemoryCursors } from './memory-sweep-store.ts';

type Counter = CountPlace & { readonly bucket: Date; readonly tally: Tally; readonly state?: CounterState };
type Announced = { readonly under: Bucket; readonly hour: CountedHour };

/** Counters, announced hours, and sums by hour and five minutes. */
export type MemoryCounts = ReturnType<typeof emptyCounts>;

export function emptyCounts() {
  return {
    counters: new Map<string, Counter>(),
    announced: new Map<string, Announced>(),
    sums: new Map<string, readonly (CountPlace & CountedSpan)[]>(),
  };
}

const ANNOUNCED_UNTIL_MS = 5 * 60_000;

/** Counts in maps. */
export function createMemoryAttemptCounts(
  { counters, announced, sums }: MemoryCounts,
  deliveries: MemoryDeliveries,
  cursors: MemoryCursors,
): AttemptCounts & AttemptRollUps & AttemptCountReader {
  return {
    async announce(place, hour, now) {
      const latest = startOf(new Date(now.getTime() - ANNOUNCED_UNTIL_MS), HOUR_MS);
      const under = { minute: latest > hour ? latest : hour, shard: shardOfId(place.endpointId) };
      const key = `${under.minute.getTime()}/${placeText(place)}/${hour.getTime()}`;
      announced.set(key, { under, hour: { ...placeOf(place), hour } });
    },

    async put(counter, state, tally) {
      const known = counters.get(counterText(counter))?.state;
      if (known && known.batch >= state.batch) return;
      counters.set(counterText(counter), { ...placeOf(counter), bucket: counter.bucket, tally, state });
    },

    async find(counter) {
      return counters.get(counterText(counter))?.state;
    },

    async putLate(place, bucket, { deliveryId, number }, tally) {
      const key = counterText({ ...place, bucket, writer: `${deliveryId}.${number}` });
      counters.set(key, { ...placeOf(place), bucket, tally });
    },

    async *listAnnounced({ minute, shard }) {
      yield [...announced.values()]
        .filter(({ under }) => under.minute.getTime() === minute.getTime() && under.shard === shard)
        .map(({ hour }) => hour);
    },

    async rollUp(hour) {
      const counted = [...counters.values()].filter(
        (counter) =>
          isSamePlace(counter, hour) && startOf(counter.bucket, HOUR_MS).getTime() === hour.hour.getTime(),
      );
      const spans = [...Map.groupBy(counted, ({ bucket }) => bucket.getTime())].map(([start, same]) => ({
        ...placeOf(hour),
        start: new Date(start),
        tally: sumOf(same.map(({ tally }) => tally)),
      }));
      sums.set(`${placeText(hour)}/${hour.hour.getTime()}`, spans);
      return [];
    },

    async rolledUpUntil() {
      return cursors.get('counts')?.minute;
    },

    async read({ workspaceId, id: endpointId, shards }, { from, to }, until) {
      const isOwn = (place: CountPlace) =>
        place.workspaceId === workspaceId && place.endpointId === endpointId && place.shard < shards;
      const old = [...sums.values()].flat().filter(({ start }) => until !== undefined && start < until);
      const recent = [...counters.values()]
        .map(({ bucket: start, ...counter }) => ({ ...counter, start }))
        .filter(({ start }) => until === undefined || start >= until);
      return [...old, ...recent].filter(
        (span) => isOwn(span) && span.start >= startOf(from, COUNTED_MS) && span.start < to,
      );
    },

    async countWaiting({ id }) {
      const open = [...deliveries.values()].filter(
        ({ endpointId, state }) => endpointId === id && OPEN_STATES.has(state),
      );
      return { count: open.length, isMinimum: false };
    },
  };
}

function placeOf({ workspaceId, endpointId, shard }: CountPlace): CountPlace {
  return { workspaceId, endpointId, shard };
}

function placeText({ workspaceId, endpointId, shard }: CountPlace): string {
  return `${workspaceId}/${endpointId}/${shard}`;
}

function counterText(counter: CounterId): string {
  return `${placeText(counter)}/${counter.bucket.getTime()}/${counter.writer}`;
}

function isSamePlace(a: CountPlace, b: CountPlace): boolean {
  return placeText(a) === placeText(b);
}
