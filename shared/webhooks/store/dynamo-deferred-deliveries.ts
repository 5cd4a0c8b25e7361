import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { deliveryKey, openIndexKey } from '#shared/platform/store/keys.ts';
import { DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { allOf, type Condition, updateItem } from '#shared/platform/store/write.ts';
import { deferredUntil, isDeferred } from '#shared/webhooks/domain/deferred.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import { attemptsMade, notLeased } from './delivery-conditions.ts';
import { fixedAttributes, fromDeliveryItem, progressAttributes } from './delivery-items.ts';

const [BY_OPEN] = DELIVERY_TABLE.indexes;

/** Sort before and after every id. */
const FIRST = '0';
const LAST = 'g';

/** Deferred deliveries in the delivery table, found through the index of open ones. */
export function createDynamoDeferredDeliveries(table: WritableTable): DeferredDeliveries {
  return {
    async defer(delivery, attempt, until, now) {
      const update = setAttributes(progressAttributes(delivery, deferredUntil(attempt, until)), {
        once: fixedAttributes(delivery),
      });
      const condition = allOf(waitsForRetry(attempt), notLeased(attempt, now));
      const key = deliveryKey(delivery.endpointId, delivery.id);
      const { written } = await tryWrite(table, updateItem(key, update, condition));
      return written;
    },

    async list(endpointId, { after, limit }) {
      const keys = await table.query({
        index: BY_OPEN,
        pk: openIndexKey(endpointId, 'deferred', FIRST).pk,
        from: openIndexKey(endpointId, 'deferred', after ?? FIRST).sk,
        to: openIndexKey(endpointId, 'deferred', LAST).sk,
        descending: false,
        limit: after === null ? limit : limit + 1,
      });
      const ids = keys.flatMap(({ sk }) => (sk === after ? [] : [String(sk)])).slice(0, limit);
      const items = await table.getAll(ids.map((id) => deliveryKey(endpointId, id)));
      // The index is eventually consistent: some deliveries may no longer be deferred.
      const deferred = items.flatMap(readable).filter(isDeferred);
      return {
        deferred: deferred.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        next: ids.length === limit ? (ids.at(-1) ?? null) : null,
      };
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
