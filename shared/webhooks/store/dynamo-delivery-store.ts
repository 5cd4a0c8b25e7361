import { deliveryIdFloor } from '#shared/platform/runtime/ids.ts';
import { type Outcome, conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import { deliveryKey } from '#shared/platform/store/keys.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { type UpdateParts, updateOf } from '#shared/platform/store/update-expression.ts';
import type { Write } from '#shared/platform/store/write.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import type {
  ClaimResult,
  DeliveryFilter,
  DeliveryProgress,
  DeliveryStore,
} from '#shared/webhooks/ports/delivery-store.ts';
import {
  fixedAttributes,
  fromDeliveryItem,
  progressAttributes,
  toAttemptedDeliveryItem,
  toAttemptItem,
} from './delivery-items.ts';

/** A lease outlives the function's 15 s and ends before the message is visible again after 90 s (H3, H12). */
const LEASE_MS = 60_000;

/** Deliveries in the delivery table. Every write is conditional; running it twice changes nothing. */
export function createDynamoDeliveryStore(table: Table): DeliveryStore {
  async function find(endpointId: string, deliveryId: string): Promise<Delivery | undefined> {
    const item = await table.get(deliveryKey(endpointId, deliveryId));
    return item && fromDeliveryItem(item);
  }

  function update(
    { endpointId, id }: Pick<Delivery, 'endpointId' | 'id'>,
    { when, ...expression }: Pick<Write & { kind: 'update' }, 'set' | 'names' | 'values'> & { when: string },
  ): Promise<Outcome> {
    return conditionalWrite(table, { kind: 'update', key: deliveryKey(endpointId, id), ...expression }, when);
  }

  return {
    find,

    async claim(delivery, attempt, now) {
      const isFirst = attempt === 1;
      const { written, item } = await update(delivery, {
        set: 'SET lease_attempt = :attempt, lease_until = :until',
        names: { '#state': 'state' },
        values: {
          ':attempt': attempt,
          ':until': now.getTime() + LEASE_MS,
          ':waiting': isFirst ? 'queued' : 'retrying',
          ':now': now.getTime(),
          ...(isFirst ? {} : { ':made': attempt - 1 }),
        },
        // Closes the race of two wakes for one attempt: one of them sends.
        when: [
          isFirst ? 'attribute_not_exists(attempts_made)' : 'attempts_made = :made',
          '#state = :waiting',
          '(attribute_not_exists(lease_attempt) OR lease_attempt < :attempt OR lease_until <= :now)',
        ].join(' AND '),
      });
      if (written) return { kind: 'claimed' };
      if (item) return toClaimResult(fromDeliveryItem(item), attempt);
      return isFirst ? { kind: 'claimed' } : { kind: 'superseded', delivery: undefined };
    },

    async recordAttempt(delivery, attempt, progress, isProbablyNew = false) {
      if (isProbablyNew && attempt.number === 1) {
        // A whole item is half the work of an update that would bear one.
        const item = toAttemptedDeliveryItem(delivery, attempt, progress);
        const { written } = await conditionalWrite(table, { kind: 'put', item }, 'attribute_not_exists(pk)');
        if (written) return { ...delivery, ...progress, attempts: [attempt] };
      }
      const open = await update(
        delivery,
        recording(delivery, attempt, progress, 'attribute_not_exists(finished_at)'),
      );
      const found = open.item && fromDeliveryItem(open.item);
      if (open.written || found?.attempts.length !== attempt.number - 1)
        return fromDeliveryItem(open.item ?? {});
      // It ended while the request was under way: the attempt is recorded, and only a success changes the end (R17).
      const ended = attempt.outcome === 'success' ? progress : found;
      const { item } = await update(
        delivery,
        recording(delivery, attempt, ended, 'attribute_exists(finished_at)'),
      );
      return fromDeliveryItem(item ?? {});
    },

    async settle(delivery, progress) {
      const { set, remove, names, values } = updateOf(
        fixedAttributes(delivery),
        progressAttributes(delivery, progress),
      );
      await update(delivery, {
        set: `SET ${set}${remove}`,
        names,
        values,
        when: 'attribute_not_exists(finished_at)',
      });
    },

    async supersede(endpointId, id, resendId, now) {
      const ended = {
        state: 'cancelled',
        reason: 'superseded_by_resend',
        nextAttemptAt: null,
        finishedAt: now,
      } as const;
      const noted = { delivered_by: resendId };
      const cancelling = updateOf({}, { ...noted, ...progressAttributes({ endpointId, id }, ended) });
      const { written, item } = await update(
        { endpointId, id },
        { ...whole(cancelling), when: 'attribute_exists(pk) AND attribute_not_exists(finished_at)' },
      );
      if (written || item === undefined) return;
      await update({ endpointId, id }, { ...whole(updateOf({}, noted)), when: 'attribute_exists(pk)' });
    },

    async list(endpointId, filter) {
      const { from, to } = bounds(filter);
      if (from > to) return [];
      const items = await table.query({
        pk: deliveryKey(endpointId, '').pk,
        from,
        to,
        descending: filter.order === 'desc',
        limit: filter.limit + 1,
      });
      // The cursor's own delivery is the bound of the range and is not shown again.
      return items
        .map(fromDeliveryItem)
        .filter((delivery) => delivery.id !== filter.after)
        .slice(0, filter.limit);
    },
  };
}

function whole({ set, remove, names, values }: UpdateParts) {
  return { set: `SET ${set}${remove}`, names, values };
}

/** Records attempt n on a delivery of n − 1 attempts: whoever sends it twice, it is on record once. */
function recording(delivery: Delivery, attempt: Attempt, progress: DeliveryProgress, and: string) {
  const { set, remove, names, values } = updateOf(
    fixedAttributes(delivery),
    progressAttributes(delivery, progress),
  );
  const isFirst = attempt.number === 1;
  return {
    set: `SET attempts = list_append(if_not_exists(attempts, :none), :attempt), attempts_made = :number, ${set}${remove}`,
    names,
    values: {
      ...values,
      ':none': [],
      ':attempt': [toAttemptItem(attempt)],
      ':number': attempt.number,
      ...(isFirst ? {} : { ':made': attempt.number - 1 }),
    },
    when: `${isFirst ? 'attribute_not_exists(attempts_made)' : 'attempts_made = :made'} AND ${and}`,
  };
}

/** What a wake for attempt n means for a delivery that is on record. */
function toClaimResult(delivery: Delivery, attempt: number): ClaimResult {
  const made = delivery.attempts.length;
  if (delivery.state === 'queued' && made === 0 && attempt === 1) return { kind: 'leased' };
  if (delivery.state !== 'retrying' || made > attempt) return { kind: 'superseded', delivery };
  if (made === attempt) return { kind: 'recorded', delivery };
  return made === attempt - 1 ? { kind: 'leased' } : { kind: 'superseded', delivery };
}

/** The range of ids of a filter: an id begins with the time of its event. */
function bounds({ since, until, after, order }: DeliveryFilter): { from: string; to: string } {
  const from = since ? deliveryIdFloor(since) : '0';
  const to = until ? deliveryIdFloor(new Date(until.getTime() + 1)) : 'g';
  if (after === undefined) return { from, to };
  return order === 'desc' ? { from, to: after < to ? after : to } : { from: after > from ? after : from, to };
}
