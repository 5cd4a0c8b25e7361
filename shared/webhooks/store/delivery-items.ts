import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/platform/core/channels.ts';
import { shardOfId } from '#shared/platform/runtime/ids.ts';
import { instant, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { deliveryKey, openKey, schedulePartition } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { ATTEMPT_OUTCOMES } from '#shared/webhooks/domain/attempt-outcome.ts';
import { isDeferred } from '#shared/webhooks/domain/deferred.ts';
import { DELIVERY_REASONS } from '#shared/webhooks/domain/delivery-reason.ts';
import {
  type Attempt,
  DELIVERY_STATES,
  type Delivery,
  OPEN_STATES,
} from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryProgress } from '#shared/webhooks/ports/delivery-store.ts';

/** Deliveries are readable for [30 days](../../../docs/specification.md#payload-retention). */
const DELIVERY_TTL_MS = 30 * 86_400_000;

const attemptItem = v.object({
  number: v.number(),
  started_at: instant,
  status_code: maybe(v.number()),
  duration_ms: v.number(),
  outcome: v.picklist(ATTEMPT_OUTCOMES),
  error: maybe(v.string()),
  response_text: maybe(v.string()),
});

const deliveryItem = v.object({
  id: v.string(),
  endpoint_id: v.string(),
  workspace_id: v.string(),
  event_id: v.string(),
  event: v.string(),
  product: v.picklist(PRODUCTS),
  channel: maybe(v.picklist(CHANNELS)),
  test: v.boolean(),
  state: v.picklist(DELIVERY_STATES),
  // A reason written by a newer version must not hide the delivery after a rollback.
  reason: v.fallback(maybe(v.picklist(DELIVERY_REASONS)), null),
  resend_of: maybe(v.string()),
  resend_count: v.optional(v.number(), 0),
  last_resend_id: maybe(v.string()),
  delivered_by: maybe(v.string()),
  settings_version: v.number(),
  attempts: v.optional(v.array(attemptItem), []),
  created_at: instant,
  next_attempt_at: maybe(instant),
  finished_at: maybe(instant),
  payload_expires_at: instant,
  correlation_id: v.string(),
});

export function fromDeliveryItem(item: Item): Delivery {
  const stored = parseItem(deliveryItem, item);
  return {
    id: stored.id,
    endpointId: stored.endpoint_id,
    workspaceId: stored.workspace_id,
    eventId: stored.event_id,
    event: stored.event,
    product: stored.product,
    channel: stored.channel,
    test: stored.test,
    state: stored.state,
    reason: stored.reason,
    resendOf: stored.resend_of,
    resendCount: stored.resend_count,
    lastResendId: stored.last_resend_id,
    deliveredBy: stored.delivered_by,
    settingsVersion: stored.settings_version,
    attempts: stored.attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.started_at,
      statusCode: attempt.status_code,
      durationMs: attempt.duration_ms,
      outcome: attempt.outcome,
      error: attempt.error,
      responseText: attempt.response_text,
    })),
    createdAt: stored.created_at,
    nextAttemptAt: stored.next_attempt_at,
    finishedAt: stored.finished_at,
    payloadExpiresAt: stored.payload_expires_at,
    correlationId: stored.correlation_id,
  };
}

/** Attributes that never change after the delivery is first written. */
export function fixedAttributes(delivery: Delivery) {
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    workspace_id: delivery.workspaceId,
    event_id: delivery.eventId,
    event: delivery.event,
    product: delivery.product,
    channel: delivery.channel ?? undefined,
    test: delivery.test,
    resend_of: delivery.resendOf ?? undefined,
    settings_version: delivery.settingsVersion,
    created_at: delivery.createdAt.getTime(),
    payload_expires_at: delivery.payloadExpiresAt.getTime(),
    correlation_id: delivery.correlationId,
    ttl: ttlOf(new Date(delivery.createdAt.getTime() + DELIVERY_TTL_MS)),
  };
}

/**
 * Attributes that change with the delivery's progress; undefined ones are removed. The index attributes exist only while the
 * delivery is open, so a delivery that succeeds at once costs no index write. Scheduled deliveries are spread over 16
 * partitions a minute, so that a burst of failures does not throttle the records of requests already made.
 */
export function progressAttributes(
  delivery: Pick<Delivery, 'id' | 'endpointId'>,
  progress: DeliveryProgress,
) {
  const waitsAs = isDeferred(progress) ? 'deferred' : progress.state;
  const open = OPEN_STATES.has(progress.state)
    ? openKey(delivery.endpointId, waitsAs, delivery.id)
    : undefined;
  return {
    state: progress.state,
    reason: progress.reason ?? undefined,
    next_attempt_at: progress.nextAttemptAt?.getTime(),
    finished_at: progress.finishedAt?.getTime(),
    open_pk: open?.pk,
    open_sk: open?.sk,
    ...scheduleAttributes(delivery.id, progress.nextAttemptAt),
  };
}

/** The time at which the sweep checks that a scheduled attempt was made; null removes the delivery from the index. */
export function scheduleAttributes(deliveryId: string, at: Date | null) {
  return {
    due_pk: at ? schedulePartition(at, shardOfId(deliveryId)) : undefined,
    due_sk: at ? `${at.toISOString()}#${deliveryId}` : undefined,
  };
}

/** A delivery that is written before its first attempt, because a 202 response references it. */
export function toQueuedDeliveryItem(delivery: Delivery) {
  return {
    ...deliveryKey(delivery.endpointId, delivery.id),
    ...fixedAttributes(delivery),
    ...progressAttributes(delivery, delivery),
  };
}

/** A delivery that is written with its first attempt, as most are. */
export function toAttemptedDeliveryItem(delivery: Delivery, attempt: Attempt, progress: DeliveryProgress) {
  return {
    ...deliveryKey(delivery.endpointId, delivery.id),
    ...fixedAttributes(delivery),
    ...progressAttributes(delivery, progress),
    attempts: [toAttemptItem(attempt)],
    attempts_made: attempt.number,
  };
}

export function toAttemptItem(attempt: Attempt) {
  return {
    number: attempt.number,
    started_at: attempt.startedAt.getTime(),
    status_code: attempt.statusCode,
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    error: attempt.error,
    response_text: attempt.responseText,
  };
}
