import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import { deliveryKey, openKey } from '#shared/platform/store/keys.ts';
import { DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { updateOf } from '#shared/platform/store/update-expression.ts';
import { isDeferred, deferredUntil } from '#shared/webhooks/domain/deferred.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import { fixedAttributes, fromDeliveryItem, progressAttributes } from './delivery-items.ts';

const [BY_OPEN] = DELIVERY_TABLE.indexes;

/** What the record of a retry must say. */
const MADE = '#state = :state AND attempts_made = :made';

/** Before every id, and behind every id. */
const FIRST = '0';
const LAST = 'g';

/** Deferred deliveries in the delivery table, found through the index of open ones. */
export function createDynamoDeferredDeliveries(table: Table): DeferredDeliveries {
  return {
    async defer(delivery, attempt, until, now) {
      const { set, remove, names, values } = updateOf(
        fixedAttributes(delivery),
        progressAttributes(delivery, deferredUntil(attempt, until)),
      );
      const isFirst = attempt === 1;
      const { written } = await conditionalWrite(
        table,
        {
          kind: 'update',
          key: deliveryKey(delivery.endpointId, delivery.id),
          set: `SET ${set}${remove}`,
          names,
          values: {
            ...values,
            ':attempt': attempt,
            ':now': now.getTime(),
            ...(isFirst ? {} : { ':made': attempt - 1 }),
          },
        },
        [
          // Queued means without an attempt.
          isFirst ? '(attribute_not_exists(#state) OR #state = :state)' : MADE,
          '(attribute_not_exists(lease_attempt) OR lease_attempt < :attempt OR lease_until <= :now)',
        ].join(' AND '),
      );
      return written;
    },

    async list(endpointId, { after, limit }) {
      const keys = await table.query({
        index: BY_OPEN,
        pk: openKey(endpointId, 'deferred', FIRST).pk,
        from: openKey(endpointId, 'deferred', after ?? FIRST).sk,
        to: openKey(endpointId, 'deferred', LAST).sk,
        descending: false,
        limit: after === null ? limit : limit + 1,
      });
      const ids = keys.flatMap(({ sk }) => (sk === after ? [] : [String(sk)])).slice(0, limit);
      const items = await table.getAll(ids.map((id) => deliveryKey(endpointId, id)));
      // The index is a moment behind: what has gone on since is no longer deferred.
      const deferred = items.flatMap(readable).filter(isDeferred);
      return {
        deferred: deferred.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        next: ids.length === limit ? (ids.at(-1) ?? null) : null,
      };
    },
  };
}

/** One that nobody can read must not hold up the others; its own wake brings it to the dead letters. */
function readable(item: Item): Delivery[] {
  try {
    return [fromDeliveryItem(item)];
  } catch (error) {
    if (error instanceof MalformedItemError) return [];
    throw error;
  }
}
