import { PAYLOAD_RETENTION_MS } from '#shared/events/recording/recorded-event.ts';
import { isDeferred } from './deferred.ts';
import type { DeliveryJob } from './delivery-job.ts';
import type { Delivery } from './delivery.ts';

/**
 * The message of the next attempt of a pending delivery, made from the delivery alone, for a delivery whose message was
 * lost. The body is read from the event. `due_at` stays the original time, so that queueing again adds no delay. Of a
 * chain of resends only the original is known here, so a success supersedes only the original.
 */
export function toDeliveryJob(delivery: Delivery): DeliveryJob {
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    workspace_id: delivery.workspaceId,
    event_id: delivery.eventId,
    event: delivery.event,
    product: delivery.product,
    channel: delivery.channel,
    test: delivery.test,
    resend_of: delivery.resendOf,
    supersedes: delivery.resendOf === null ? [] : [delivery.resendOf],
    settings_version: delivery.settingsVersion,
    attempt: delivery.attempts.length + 1,
    due_at: (delivery.nextAttemptAt ?? delivery.createdAt).getTime(),
    created_at: delivery.createdAt.getTime(),
    recorded_at: delivery.payloadExpiresAt.getTime() - PAYLOAD_RETENTION_MS,
    body: null,
    correlation_id: delivery.correlationId,
    ...(isDeferred(delivery) ? { deferred: true } : {}),
  };
}
