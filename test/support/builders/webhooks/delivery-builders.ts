import { randomUUID } from 'node:crypto';
import { payloadExpiry } from '#shared/events/recording/recorded-event.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { DeliverySource } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

/** Where the deliveries of an endpoint are. */
export function deliveriesOf(id: string, shards = 1): DeliverySource {
  return { id, shards };
}

export function aDelivery(overrides: Partial<Delivery> = {}): Delivery {
  const createdAt = overrides.createdAt ?? NOW;
  const eventId = overrides.eventId ?? newId(createdAt);
  const endpointId = overrides.endpointId ?? newId(createdAt);
  return {
    id: deliveryIdFor({ id: eventId, recordedAt: createdAt }, endpointId),
    endpointId,
    shard: 0,
    workspaceId: randomUUID(),
    eventId,
    event: 'salesbot.store.order_paid',
    product: 'salesbot',
    channel: null,
    test: false,
    state: 'queued',
    reason: null,
    resendOf: null,
    resendCount: 0,
    lastResendId: null,
    deliveredBy: null,
    settingsVersion: 1,
    attempts: [],
    createdAt,
    nextAttemptAt: null,
    finishedAt: null,
    payloadExpiresAt: payloadExpiry(createdAt),
    correlationId: 'request-1',
    ...overrides,
  };
}

export function aJob(overrides: Partial<DeliveryJob> = {}): DeliveryJob {
  const event = anEvent();
  const endpointId = overrides.endpointId ?? newId(NOW);
  return {
    deliveryId: deliveryIdFor(event, endpointId),
    endpointId,
    shard: 0,
    workspaceId: event.workspaceId,
    eventId: event.id,
    event: event.event,
    product: event.product,
    channel: event.channel,
    test: false,
    resendOf: null,
    supersedes: [],
    settingsVersion: 1,
    attempt: 1,
    dueAt: NOW.getTime(),
    createdAt: NOW.getTime(),
    recordedAt: NOW.getTime(),
    body: event.body,
    correlationId: 'request-1',
    ...overrides,
  };
}

export function anAttempt(overrides: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    startedAt: NOW,
    statusCode: 500,
    durationMs: 12,
    outcome: 'http_error',
    error: 'The receiver answered 500.',
    responseText: 'no',
    ...overrides,
  };
}

/** A recovery of the failures of the last hour. */
export function aRecovery(overrides: Partial<Recovery> = {}): Recovery {
  return {
    id: newId(NOW),
    endpointId: newId(NOW),
    workspaceId: newId(NOW),
    since: secondsAfterNow(-3600),
    until: NOW,
    states: ['failed'],
    state: 'running',
    reason: null,
    matched: 3,
    countComplete: true,
    resent: 0,
    cursor: null,
    createdAt: NOW,
    finishedAt: null,
    ...overrides,
  };
}

/** The progress of a delivery whose next attempt is scheduled in a minute. */
export function aRetry(overrides: Partial<DeliveryProgress> = {}): DeliveryProgress {
  return {
    state: 'retrying',
    reason: 'receiver_error',
    nextAttemptAt: secondsAfterNow(60),
    finishedAt: null,
    ...overrides,
  };
}
