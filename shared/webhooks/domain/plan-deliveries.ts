import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { INLINE_BODY_BYTES, type DeliveryJob } from './delivery-job.ts';

/** The first attempt of each delivery of an event. Idempotent: delivery ids are derived from event and endpoint. */
export function planDeliveries(
  event: RecordedEvent,
  deliveryIdFor: (event: RecordedEvent, endpointId: string) => string,
): DeliveryJob[] {
  const inline = new TextEncoder().encode(event.body).byteLength <= INLINE_BODY_BYTES;
  return event.matches.map((match) => ({
    delivery_id: deliveryIdFor(event, match.endpointId),
    endpoint_id: match.endpointId,
    workspace_id: event.workspaceId,
    event_id: event.id,
    event: event.event,
    product: event.product,
    channel: event.channel,
    test: event.test,
    resend_of: null,
    supersedes: [],
    settings_version: match.settingsVersion,
    attempt: 1,
    due_at: event.recordedAt.getTime(),
    created_at: event.recordedAt.getTime(),
    recorded_at: event.recordedAt.getTime(),
    body: inline ? event.body : null,
    correlation_id: event.correlationId,
  }));
}
