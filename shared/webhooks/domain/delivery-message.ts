import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/events/catalogue/channels.ts';
import {
  PAYLOAD_RETENTION_MS,
  payloadExpiry,
  type RecordedEvent,
} from '#shared/events/recording/recorded-event.ts';
import { isDeferred } from './deferred.ts';
import { type DeliveryPlace, shardOfDelivery } from './delivery-shards.ts';
import type { Delivery } from './delivery.ts';
import type { Observation } from './notification-message.ts';

/** Bodies of up to this many bytes travel in the message. Larger bodies are read from the event item. */
export const INLINE_BODY_BYTES = 4096;

/**
 * The message on the delivery queue: one planned attempt of one delivery. This schema is the only definition of the
 * message; every producer builds it with the functions below. Timestamps are epoch milliseconds.
 */
export const deliveryJobSchema = v.object({
  deliveryId: v.pipe(v.string(), v.uuid()),
  endpointId: v.pipe(v.string(), v.uuid()),
  /** The partition of the endpoint that the delivery is stored in. */
  shard: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  workspaceId: v.pipe(v.string(), v.uuid()),
  eventId: v.pipe(v.string(), v.uuid()),
  event: v.string(),
  product: v.picklist(PRODUCTS),
  channel: v.nullable(v.picklist(CHANNELS)),
  test: v.boolean(),
  resendOf: v.nullable(v.pipe(v.string(), v.uuid())),
  /** Deliveries whose automatic retries end when this resend succeeds (docs/specification/webhooks.md#resend). */
  supersedes: v.array(v.pipe(v.string(), v.uuid())),
  settingsVersion: v.pipe(v.number(), v.safeInteger()),
  /** 1-based number of the attempt that this message requests. */
  attempt: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The attempt is not made before this time: a message that is received early is sent again with a delay. */
  dueAt: v.pipe(v.number(), v.safeInteger()),
  /** When the delivery was created: with its event, or later for a resend. */
  createdAt: v.pipe(v.number(), v.safeInteger()),
  /** When the event was recorded. The retention of the payload counts from this time. */
  recordedAt: v.pipe(v.number(), v.safeInteger()),
  /** The exact bytes of a first attempt. If null, as on every retry, the bytes are read from the event item. */
  body: v.nullable(v.string()),
  correlationId: v.string(),
  /** The message travels in the slow lane, because its endpoint is slow or unresponsive. */
  slow: v.optional(v.boolean()),
  /** The circuit breaker deferred this attempt once and does not defer it again. */
  deferred: v.optional(v.boolean()),
});

/** A parsed message of the delivery queue. */
export type DeliveryJob = v.InferOutput<typeof deliveryJobSchema>;

/**
 * The first attempt of each delivery that an event requires. Delivery IDs are derived, so planning an event twice produces
 * the same jobs.
 */
export function planDeliveries(
  event: RecordedEvent,
  deliveryIdFor: (event: RecordedEvent, endpointId: string) => string,
): DeliveryJob[] {
  const recordedAt = event.recordedAt.getTime();
  const isInline = new TextEncoder().encode(event.body).byteLength <= INLINE_BODY_BYTES;
  return event.matches.map(({ endpointId, settingsVersion, shards }) => ({
    ...sharedFields(event),
    ...placeOf(deliveryIdFor(event, endpointId), shards),
    endpointId,
    eventId: event.id,
    resendOf: null,
    supersedes: [],
    settingsVersion,
    attempt: 1,
    dueAt: recordedAt,
    createdAt: recordedAt,
    recordedAt,
    body: isInline ? event.body : null,
  }));
}

/** The places of the deliveries that an event requires: those of `planDeliveries`, without the rest of the event. */
export function planPlaces(
  event: Pick<RecordedEvent, 'id' | 'recordedAt' | 'matches'>,
  deliveryIdFor: (event: Pick<RecordedEvent, 'id' | 'recordedAt'>, endpointId: string) => string,
): DeliveryPlace[] {
  return event.matches.map(({ endpointId, shards }) => {
    const id = deliveryIdFor(event, endpointId);
    return { endpointId, shard: shardOfDelivery(id, shards), id };
  });
}

/** The delivery that a message describes, as it is before its first attempt. */
export function toDelivery(job: DeliveryJob): Delivery {
  return {
    ...sharedFields(job),
    id: job.deliveryId,
    endpointId: job.endpointId,
    shard: job.shard,
    eventId: job.eventId,
    state: 'queued',
    reason: null,
    resendOf: job.resendOf,
    resendCount: 0,
    lastResendId: null,
    deliveredBy: null,
    settingsVersion: job.settingsVersion,
    attempts: [],
    createdAt: new Date(job.createdAt),
    nextAttemptAt: null,
    finishedAt: null,
    payloadExpiresAt: payloadExpiry(new Date(job.recordedAt)),
  };
}

/**
 * The inverse of `toDelivery`: the message of the next attempt, built from the delivery alone, for example because its own
 * message was lost. The bytes are read from the event. `dueAt` is the planned time of the attempt, so that queueing it
 * again does not delay it. A resend of a resend references only the original, so its success ends the retries of the
 * original alone.
 */
export function toDeliveryJob(delivery: Delivery): DeliveryJob {
  return {
    ...sharedFields(delivery),
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    shard: delivery.shard,
    eventId: delivery.eventId,
    resendOf: delivery.resendOf,
    supersedes: delivery.resendOf === null ? [] : [delivery.resendOf],
    settingsVersion: delivery.settingsVersion,
    attempt: delivery.attempts.length + 1,
    dueAt: (delivery.nextAttemptAt ?? delivery.createdAt).getTime(),
    createdAt: delivery.createdAt.getTime(),
    recordedAt: delivery.payloadExpiresAt.getTime() - PAYLOAD_RETENTION_MS,
    body: null,
    ...(isDeferred(delivery) ? { deferred: true } : {}),
  };
}

/** The message of the next attempt, if a retry is planned and this job's attempt is the last recorded one. */
export function nextJob(job: DeliveryJob, delivery: Delivery): DeliveryJob | undefined {
  const isLast = delivery.state === 'retrying' && delivery.attempts.length === job.attempt;
  // A deferred attempt already has a delayed message; planning it again would defer it twice.
  if (!isLast || delivery.nextAttemptAt === null || isDeferred(delivery)) return undefined;
  // The next attempt is routed by the endpoint's health at that time, not by how this one travelled.
  const { slow: _slow, deferred: _deferred, ...planned } = job;
  // Retries read the bytes from the event: a payload that was erased or expired meanwhile is not sent.
  return { ...planned, attempt: job.attempt + 1, dueAt: delivery.nextAttemptAt.getTime(), body: null };
}

/** The fields of every log line about an attempt. They link it to the API call that caused it and to the delivery. */
export function deliveryLogFields(job: DeliveryJob) {
  return {
    delivery_id: job.deliveryId,
    endpoint_id: job.endpointId,
    workspace_id: job.workspaceId,
    event_id: job.eventId,
    attempt: job.attempt,
    correlation_id: job.correlationId,
  };
}

function placeOf(deliveryId: string, shards: number) {
  return { deliveryId, shard: shardOfDelivery(deliveryId, shards) };
}

/** The fields that an event, its deliveries and their messages have in common. */
function sharedFields({
  workspaceId,
  event,
  product,
  channel,
  test,
  correlationId,
}: Pick<RecordedEvent, 'workspaceId' | 'event' | 'product' | 'channel' | 'test' | 'correlationId'>) {
  return { workspaceId, event, product, channel, test, correlationId };
}

/** The message that continues a recovery; its progress is stored in the item. */
export const recoveryJobSchema = v.object({
  endpointId: v.pipe(v.string(), v.uuid()),
  recoveryId: v.pipe(v.string(), v.uuid()),
});

/** A parsed message of the recovery queue. */
export type RecoveryJob = v.InferOutput<typeof recoveryJobSchema>;

/** What a written item requests of the dispatcher: the deliveries of an event, one delivery, a recovery, or a notification. */
export type DispatchRequest =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  | { readonly kind: 'delivery'; readonly job: DeliveryJob }
  | { readonly kind: 'recovery'; readonly job: RecoveryJob }
  | { readonly kind: 'notification'; readonly observation: Observation };
