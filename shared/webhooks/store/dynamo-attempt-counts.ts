import * as v from 'valibot';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { DAY_MS, HOUR_MS } from '#shared/platform/core/time-units.ts';
import { marshall } from '#shared/platform/store/attribute-values.ts';
import { orError, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, putItem } from '#shared/platform/store/write.ts';
import { type CountPlace, COUNTED_MS, startOf } from '#shared/webhooks/domain/attempt-counter.ts';
import { sumOf } from '#shared/webhooks/domain/attempt-tally.ts';
import type {
  AttemptCountReader,
  AttemptCounts,
  AttemptRollUps,
  CountedSpan,
  CounterState,
} from '#shared/webhooks/ports/attempt-counts.ts';
import {
  counterKey,
  fromAnnouncedItem,
  fromCountedItem,
  fromCounterItem,
  fromSumsItem,
  sumsKey,
  toAnnouncedItem,
  toCounterItem,
  toLateItem,
  toSumsItem,
} from './attempt-count-items.ts';
import { announcedHourKey, openIndexKey, sweepKey } from './keys.ts';
import { bucketText } from './sweep-cursor.ts';

const [BY_OPEN] = DELIVERY_TABLE.indexes;

/** More items than a range can have: the query ends at the upper bound of the range. */
const ALL = 1_000_000;

const cursorItem = v.object({ nextBucket: bucketText });

/** Counters in the delivery table, which has no stream. */
export function createDynamoAttemptCounts(table: WritableTable): AttemptCounts {
  const put = async (item: Parameters<typeof putItem>[0]): Promise<void> => {
    await tryWrite(table, putItem(item));
  };
  return {
    announce: (place, hour, now) => put(toAnnouncedItem(place, hour, now)),
    async put(counter, state, totals) {
      await tryWrite(table, putItem(toCounterItem(counter, state, totals), isLaterBatch(state)));
    },
    putLate: (place, bucket, attempt, tally) => put(toLateItem(place, bucket, attempt, tally)),

    async find(counter) {
      const item = await table.get(counterKey(counter));
      return item && fromCounterItem(item);
    },
  };
}

/** A delayed put must not replace a later one. If the condition fails, this batch or a later one is stored already. */
function isLaterBatch({ batch }: CounterState): Condition {
  return {
    expression: 'attribute_not_exists(pk) OR #batch < :batch',
    names: { '#batch': 'batch' },
    values: { ':batch': batch },
  };
}

/** Adds up counters, for the sweep. */
export function createDynamoAttemptRollUps(table: WritableTable): AttemptRollUps {
  return {
    async *listAnnounced({ minute, shard }) {
      const { pk: partition } = announcedHourKey(minute, shard, '', 0, minute);
      // The announcement must not be missed: no later run reads this partition.
      for await (const items of partitionPages(table, { partition, consistent: true }))
        yield items.map((item) => orError(() => fromAnnouncedItem(item)));
    },

    async rollUp({ hour, ...place }) {
      const to = new Date(hour.getTime() + HOUR_MS);
      const items = await queryCounters(table, place, hour, to, true);
      const read = items.map((item) => orError(() => fromCountedItem(item)));
      const counted = read.flatMap((span) => (span instanceof MalformedItemError ? [] : [span]));
      const spans = [...Map.groupBy(counted, ({ start }) => start.getTime())].map(([start, same]) => ({
        start: new Date(start),
        tally: sumOf(same.map(({ tally }) => tally)),
      }));
      await tryWrite(table, putItem(toSumsItem(place, '1h', hour, spans)));

      const day = startOf(hour, DAY_MS);
      const found = await table.get(sumsKey(place, '1d', day));
      const others = found
        ? fromSumsItem(found, '1d').filter(({ start }) => start.getTime() !== hour.getTime())
        : [];
      const sum = { start: hour, tally: sumOf(counted.map(({ tally }) => tally)) };
      await tryWrite(table, putItem(toSumsItem(place, '1d', day, [...others, sum])));
      return read.flatMap((span) => (span instanceof MalformedItemError ? [span] : []));
    },
  };
}

/** The reads of counts, for operations. */
export function createDynamoAttemptCountReader(table: Table): AttemptCountReader {
  return {
    async rolledUpUntil() {
      const item = await table.get(sweepKey('counts'));
      return item && parseItem(cursorItem, item).nextBucket.minute;
    },

    async read({ workspaceId, id: endpointId, shards }, range, rolledUpUntil) {
      const parts = await Promise.all(
        Array.from({ length: shards }, (_, shard) => {
          const place = { workspaceId, endpointId, shard };
          return Promise.all([
            readSums(place, range, rolledUpUntil),
            readCounters(place, range, rolledUpUntil),
          ]);
        }),
      );
      return parts.flat(2).filter(({ start }) => start >= range.from && start < range.to);
    },

    async countWaiting({ id, shards }) {
      const pages = await Promise.all(
        Array.from({ length: shards }, (_, shard) =>
          table.queryPage({
            IndexName: BY_OPEN.name,
            Select: 'COUNT',
            KeyConditionExpression: '#pk = :pk',
            ExpressionAttributeNames: { '#pk': BY_OPEN.partitionKey },
            ExpressionAttributeValues: marshall({ ':pk': openIndexKey(id, shard, '', '').pk }),
          }),
        ),
      );
      return {
        count: pages.reduce((sum, { Count = 0 }) => sum + Count, 0),
        isMinimum: pages.some(({ LastEvaluatedKey }) => LastEvaluatedKey !== undefined),
      };
    },
  };

  /** The sums of hours that are rolled up. If an item is newer than the cursor of the roll-up, its counters are read instead. */
  async function readSums(
    place: CountPlace,
    { from, to, isFine }: { from: Date; to: Date; isFine: boolean },
    until: Date | undefined,
  ): Promise<CountedSpan[]> {
    if (until === undefined || until <= from) return [];
    const span = isFine ? '1h' : '1d';
    const first = startOf(from, isFine ? HOUR_MS : DAY_MS);
    const last = new Date((to < until ? to : until).getTime() - 1);
    const items = await queryRange(table, sumsKey(place, span, first), sumsKey(place, span, last).sk);
    return items.flatMap((item) => fromSumsItem(item, span)).filter(({ start }) => start < until);
  }

  async function readCounters(
    place: CountPlace,
    { from, to }: { from: Date; to: Date },
    until: Date | undefined,
  ): Promise<CountedSpan[]> {
    const first = until !== undefined && until > from ? until : startOf(from, COUNTED_MS);
    if (first >= to) return [];
    const items = await queryCounters(table, place, first, to);
    // The roll-up reports items that cannot be parsed.
    return items.flatMap((item) => {
      const span = orError(() => fromCountedItem(item));
      return span instanceof MalformedItemError ? [] : [span];
    });
  }
}

/** Counters that start at `from` or later and before `to`. */
function queryCounters(
  table: Table,
  place: CountPlace,
  from: Date,
  to: Date,
  consistent = false,
): Promise<Item[]> {
  const first = counterKey({ ...place, bucket: from, writer: '' });
  return queryRange(table, first, counterKey({ ...place, bucket: to, writer: '' }).sk, consistent);
}

function queryRange(table: Table, { pk, sk }: Key, to: string, consistent = false): Promise<Item[]> {
  return table.query({ pk, from: sk, to, descending: false, limit: ALL, consistent });
}
