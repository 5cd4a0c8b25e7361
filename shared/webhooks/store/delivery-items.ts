import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/events/catalogue/channels.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { shardOfId } from '#shared/platform/runtime/ids.ts';
import { instant, itemCodec, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { isDeferred } from '#shared/webhooks/domain/deferred.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { DeliveryPlace } from '#shared/webhooks/domain/delivery-shards.ts';
import {
  ATTEMPT_OUTCOMES,
  DELIVERY_REASONS,
  type Attempt,
  DELIVERY_STATES,
  type Delivery,
  OPEN_STATES,
} from '#shared/webhooks/domain/delivery.ts';
import { deliveryKey, deliveryPlaceOf, openIndexKey, dueDeliveryPartition } from './keys.ts';

/** Deliveries are readable for [30 days](../../../docs/specification/webhooks.md#payload-retention). */
const DELIVERY_TTL_MS = 30 * DAY_MS;

const attemptItem = itemCodec(
  v.object({
    number: v.number(),
    startedAt: instant,
    statusCode: maybe(v.number()),
    durationMs: v.number(),
    outcome: v.picklist(ATTEMPT_OUTCOMES),
    error: maybe(v.string()),
    responseText: maybe(v.string()),
    countedIn: v.optional(v.string()),
  }),
);

/** Attributes that never change after the delivery is first written. */
const fixedItem = itemCodec(
  v.object({
    id: v.string(),
    endpointId: v.string(),
    workspaceId: v.string(),
    eventId: v.string(),
    event: v.string(),
    product: v.picklist(PRODUCTS),
    channel: maybe(v.picklist(CHANNELS)),
    test: v.boolean(),
    resendOf: maybe(v.string()),
    settingsVersion: v.number(),
    createdAt: instant,
    payloadExpiresAt: instant,
    correlationId: v.string(),
  }),
);

/** Attributes that change with the delivery's progress. */
const progressItem = itemCodec(
  v.object({
    state: v.picklist(DELIVERY_STATES),
    // A reason written by a newer version must not hide the delivery after a rollback.
    reason: v.fallback(maybe(v.picklist(DELIVERY_REASONS)), null),
    nextAttemptAt: maybe(instant),
    finishedAt: maybe(instant),
  }),
);

/** The partition key of a delivery, read as its endpoint and shard. */
export const placeKey = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const place = deliveryPlaceOf(dataset.value);
    if (place) return place;
    addIssue({ message: 'Not the partition of a delivery' });
    return NEVER;
  }),
);

const deliveryItem = v.object({
  ...fixedItem.schema.entries,
  ...progressItem.schema.entries,
  attempts: v.optional(v.array(attemptItem.schema), []),
  resendCount: v.optional(v.number(), 0),
  lastResendId: maybe(v.string()),
  deliveredBy: maybe(v.string()),
  // The partition key has the shard, which no attribute repeats.
  pk: placeKey,
});

const resendsItem = v.object({ resends: v.optional(v.set(v.string()), new Set<string>()) });

/** The ids of the resends of a stored original delivery, oldest first, because an id begins with its time. @throws MalformedItemError */
export function resendsOf(item: Item): string[] {
  return [...parseItem(resendsItem, item).resends].toSorted();
}

/** The delivery of a stored item. @throws MalformedItemError */
export function fromDeliveryItem(item: Item): Delivery {
  const { pk, ...delivery } = parseItem(deliveryItem, item);
  return { ...delivery, shard: pk.shard };
}

/** Attributes that never change after the first write, with the TTL. */
export function fixedAttributes(delivery: Delivery) {
  return {
    ...fixedItem.encode(delivery),
    ttl: ttlOf(new Date(delivery.createdAt.getTime() + DELIVERY_TTL_MS)),
  };
}

/**
 * Attributes that change with the delivery's progress; undefined ones are removed. The index attributes exist only while
 * the delivery is open, so a delivery that succeeds at once costs no index write. Scheduled deliveries are spread over 16
 * partitions a minute, so that in a burst of failures no write that records an attempt is throttled.
 */
export function progressAttributes(delivery: DeliveryPlace, progress: DeliveryProgress) {
  const waitsAs = isDeferred(progress) ? 'deferred' : progress.state;
  const open = OPEN_STATES.has(progress.state)
    ? openIndexKey(delivery.endpointId, delivery.shard, waitsAs, delivery.id)
    : undefined;
  return {
    ...progressItem.encode(progress),
    openPk: open?.pk,
    openSk: open?.sk,
    ...dueDeliveryAttributes(delivery.id, progress.nextAttemptAt),
  };
}

/** The time at which the sweep checks that a scheduled attempt was made; null removes the delivery from the index. */
export function dueDeliveryAttributes(deliveryId: string, at: Date | null) {
  return {
    duePk: at ? dueDeliveryPartition(at, shardOfId(deliveryId)) : undefined,
    dueSk: at ? `${at.toISOString()}#${deliveryId}` : undefined,
  };
}

/** A delivery that is written before its first attempt, because a 202 response references it. */
export function toQueuedDeliveryItem(delivery: Delivery) {
  return {
    ...deliveryKey(delivery.endpointId, delivery.shard, delivery.id),
    ...fixedAttributes(delivery),
    ...progressAttributes(delivery, delivery),
  };
}

/** A delivery that is written with its first attempt, as most are. */
export function toAttemptedDeliveryItem(delivery: Delivery, attempt: Attempt, progress: DeliveryProgress) {
  return {
    ...deliveryKey(delivery.endpointId, delivery.shard, delivery.id),
    ...fixedAttributes(delivery),
    ...progressAttributes(delivery, progress),
    attempts: [toAttemptItem(attempt)],
    attemptsMade: attempt.number,
  };
}

/** One element of the stored list of attempts. */
export function toAttemptItem(attempt: Attempt) {
  return attemptItem.encode(attempt);
}
