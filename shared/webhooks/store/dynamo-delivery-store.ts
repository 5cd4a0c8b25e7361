import { deliveryIdFloor } from '#shared/platform/runtime/ids.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { type Outcome, tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  allOf,
  exists,
  isNew,
  type Condition,
  type Expression,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import { type DeliveryPlace, shardsToSearch } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import type {
  ClaimResult,
  DeliveryFilter,
  DeliveryReader,
  DeliveryStore,
} from '#shared/webhooks/ports/delivery-store.ts';
import { attemptsMade, isFinished, notFinished, notLeased, waitsFor } from './delivery-conditions.ts';
import {
  fixedAttributes,
  fromDeliveryItem,
  progressAttributes,
  resendsOf,
  toAttemptItem,
  toAttemptedDeliveryItem,
} from './delivery-items.ts';
import { deliveryKey } from './keys.ts';
import { queryShards } from './query-shards.ts';

/** A lease outlives the function's 15 s and ends before the message is visible again after 90 s. */
const LEASE_MS = 60_000;

/** The reads of `createDynamoDeliveryStore`, for operations that may not write. */
export function createDynamoDeliveryReader(table: Table): DeliveryReader {
  return {
    async find({ id, shards }, deliveryId) {
      const items = await Promise.all(
        shardsToSearch(deliveryId, shards).map((shard) => table.get(deliveryKey(id, shard, deliveryId))),
      );
      const item = items.find((each) => each !== undefined);
      return item && fromDeliveryItem(item);
    },

    async list({ id, shards }, filter) {
      const { from, to } = bounds(filter);
      if (from > to) return [];
      const range = { from, to, descending: filter.order === 'desc', limit: filter.limit + 1 };
      const items = await queryShards(shards, range, sortKeyOf, (shard, part) =>
        table.query({ pk: deliveryKey(id, shard, '').pk, ...part }),
      );
      // The bounds are inclusive, and the delivery of the cursor was shown on the page before.
      return items
        .map(fromDeliveryItem)
        .filter((delivery) => delivery.id !== filter.after)
        .slice(0, filter.limit);
    },

    async listResends({ endpointId, shard, id }, limit) {
      const original = await table.get(deliveryKey(endpointId, shard, id));
      const newest = original ? resendsOf(original).toReversed().slice(0, limit) : [];
      // A resend has the shard of its original.
      const items = await Promise.all(
        newest.map((resend) => table.get(deliveryKey(endpointId, shard, resend))),
      );
      return items.filter((item) => item !== undefined).map(fromDeliveryItem);
    },
  };
}

/** Deliveries in the delivery table. Every write is conditional and idempotent. */
export function createDynamoDeliveryStore(table: WritableTable): DeliveryStore {
  function update(
    { endpointId, shard, id }: DeliveryPlace,
    expression: Expression,
    condition: Condition,
  ): Promise<Outcome> {
    return tryWrite(table, updateItem(deliveryKey(endpointId, shard, id), expression, condition));
  }

  return {
    ...createDynamoDeliveryReader(table),

    async claim(delivery, attempt, now) {
      const lease = setAttributes({ leaseAttempt: attempt, leaseUntil: now.getTime() + LEASE_MS });
      // Closes the race of two messages for one attempt: one of them sends the request.
      const condition = allOf(attemptsMade(attempt - 1), waitsFor(attempt), notLeased(attempt, now));
      const { written, item } = await update(delivery, lease, condition);
      if (written) return { kind: 'claimed' };
      if (item) return toClaimResult(fromDeliveryItem(item), attempt);
      return attempt === 1 ? { kind: 'claimed' } : { kind: 'superseded', delivery: undefined };
    },

    async recordAttempt(delivery, attempt, progress, isProbablyNew = false) {
      if (isProbablyNew && attempt.number === 1) {
        // A put takes half the time of an update that also has to create the item.
        const put = putItem(toAttemptedDeliveryItem(delivery, attempt, progress), isNew);
        const { written } = await tryWrite(table, put);
        if (written) return { ...delivery, ...progress, attempts: [attempt] };
      }
      const unrecorded = attemptsMade(attempt.number - 1);
      const open = await update(
        delivery,
        recording(delivery, attempt, progress),
        allOf(unrecorded, notFinished),
      );
      const found = open.item && fromDeliveryItem(open.item);
      if (open.written || found?.attempts.length !== attempt.number - 1)
        return fromDeliveryItem(open.item ?? {});
      // The delivery ended during the request. The attempt is recorded, but only a success changes the final state.
      const ended = attempt.outcome === 'success' ? progress : found;
      const { item } = await update(
        delivery,
        recording(delivery, attempt, ended),
        allOf(unrecorded, isFinished),
      );
      return fromDeliveryItem(item ?? {});
    },

    async settle(delivery, progress) {
      const settled = setAttributes(progressAttributes(delivery, progress), {
        once: fixedAttributes(delivery),
      });
      await update(delivery, settled, notFinished);
    },

    async supersede(delivery, resendId, now) {
      const ended = {
        state: 'cancelled',
        reason: 'superseded_by_resend',
        nextAttemptAt: null,
        finishedAt: now,
      } as const;
      const deliveredBy = { deliveredBy: resendId };
      const cancelling = setAttributes({ ...deliveredBy, ...progressAttributes(delivery, ended) });
      const { written, item } = await update(delivery, cancelling, allOf(exists, notFinished));
      if (written || item === undefined) return;
      await update(delivery, setAttributes(deliveredBy), exists);
    },
  };
}

/** Appends attempt n to a delivery of n − 1 attempts, so that an attempt that is sent twice is recorded once. */
function recording(delivery: Delivery, attempt: Attempt, progress: DeliveryProgress): Expression {
  const { expression, names, values } = setAttributes(
    { attemptsMade: attempt.number, ...progressAttributes(delivery, progress) },
    {
      once: fixedAttributes(delivery),
      also: ['attempts = list_append(if_not_exists(attempts, :none), :attempt)'],
    },
  );
  return { expression, names, values: { ...values, ':none': [], ':attempt': [toAttemptItem(attempt)] } };
}

/** The meaning of a message for attempt n if the delivery is recorded already. */
function toClaimResult(delivery: Delivery, attempt: number): ClaimResult {
  const made = delivery.attempts.length;
  if (delivery.state === 'queued' && made === 0 && attempt === 1) return { kind: 'leased' };
  if (delivery.state !== 'retrying' || made > attempt) return { kind: 'superseded', delivery };
  if (made === attempt) return { kind: 'recorded', delivery };
  return made === attempt - 1 ? { kind: 'leased' } : { kind: 'superseded', delivery };
}

function sortKeyOf({ sk }: Item): string {
  return String(sk);
}

/** The range of ids that a filter selects: an id begins with the time of its event. */
function bounds({ since, until, after, order }: DeliveryFilter): { from: string; to: string } {
  const from = since ? deliveryIdFloor(since) : '0';
  const to = until ? deliveryIdFloor(new Date(until.getTime() + 1)) : 'g';
  if (after === undefined) return { from, to };
  return order === 'desc' ? { from, to: after < to ? after : to } : { from: after > from ? after : from, to };
}
