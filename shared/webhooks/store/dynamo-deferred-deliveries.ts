import * as v from 'valibot';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { allOf, type Condition, updateItem } from '#shared/platform/store/write.ts';
import { deferredUntil, isDeferred } from '#shared/webhooks/domain/deferred.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import { attemptsMade, notLeased } from './delivery-conditions.ts';
import { fixedAttributes, fromDeliveryItem, progressAttributes } from './delivery-items.ts';
import { deliveryKey, openIndexKey } from './keys.ts';
import { queryShards } from './query-shards.ts';

const [BY_OPEN] = DELIVERY_TABLE.indexes;

const openRow = v.object({ pk: v.string(), sk: v.string(), openSk: v.string() });

type OpenRow = v.InferOutput<typeof openRow>;

/** Sort before and after every id. */
const FIRST = '0';
const LAST = 'g';

/** Deferred deliveries in the delivery table, found through the index of open ones. */
export function createDynamoDeferredDeliveries(table: WritableTable): DeferredDeliveries {
  return {
    ...createDynamoDeferredReader(table),

    async defer(delivery, attempt, until, now) {
      const update = setAttributes(progressAttributes(delivery, deferredUntil(attempt, until)), {
        once: fixedAttributes(delivery),
      });
      const condition = allOf(waitsForRetry(attempt), notLeased(attempt, now));
      const key = deliveryKey(delivery.endpointId, delivery.shard, delivery.id);
      const { written } = await tryWrite(table, updateItem(key, update, condition));
      return written;
    },
  };
}

/** The same for functions that do not defer deliveries. */
export function createDynamoDeferredReader(table: Table): Pick<DeferredDeliveries, 'list'> {
  return {
    async list(endpoint, { after, limit }) {
      const range = {
        from: deferredKey(0, after ?? FIRST).sk,
        to: deferredKey(0, LAST).sk,
        descending: false,
        limit: after === null ? limit : limit + 1,
      };
      const rows = await queryShards(
        endpoint.shards,
        range,
        ({ openSk }: OpenRow) => openSk,
        async (shard, part): Promise<OpenRow[]> => {
          const items = await table.query({ index: BY_OPEN, pk: deferredKey(shard, FIRST).pk, ...part });
          return items.map((item) => parseItem(openRow, item));
        },
      );
      const found = rows.filter(({ sk }) => sk !== after).slice(0, limit);
      const items = await table.getAll(found.map(({ pk, sk }) => ({ pk, sk })));
      // The index is eventually consistent: some deliveries may no longer be deferred.
      const deferred = items.flatMap(readable).filter(isDeferred);
      return {
        deferred: deferred.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        next: found.length === limit ? (found.at(-1)?.sk ?? null) : null,
      };

      function deferredKey(shard: number, deliveryId: string) {
        return openIndexKey(endpoint.id, shard, 'deferred', deliveryId);
      }
    },
  };
}

/** The delivery waits for this attempt, or is not recorded yet if it is the first. */
function waitsForRetry(attempt: number): Condition {
  const names = { '#state': 'state' };
  // The update expression defines `:state`: the state that it sets equals the state to compare.
  if (attempt === 1) return { expression: '(attribute_not_exists(#state) OR #state = :state)', names };
  return allOf({ expression: '#state = :state', names }, attemptsMade(attempt - 1));
}

/** A malformed item must not block the others; its own message goes to the dead-letter queue. */
function readable(item: Item): Delivery[] {
  try {
    return [fromDeliveryItem(item)];
  } catch (error) {
    if (error instanceof MalformedItemError) return [];
    throw error;
  }
}
