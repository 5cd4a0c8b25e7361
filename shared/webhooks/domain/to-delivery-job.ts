import { PAYLOAD_RETENTION_MS } from '#shared/events/recording/recorded-event.ts';
import { isDeferred } from './deferred.ts';
import type { DeliveryJob } from './delivery-job.ts';
import type { Delivery } from './delivery.ts';

/**
 * The message of the next attempt of a delivery that still waits, made from the delivery alone, for when its own message
 * was lost. Its bytes are read from the event. It is due when the delivery was: whoever queues it again must not delay it.
 * Of a chain of resends only the first delivery is known here, so that is what a success ends (G107).
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
