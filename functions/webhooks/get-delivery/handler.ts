import type { EventReader } from '#shared/events/ports/event-store.ts';
import { storedPayload } from '#shared/events/recording/stored-payload.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { deliveryWithPayload } from '#shared/webhooks/http/delivery-view.ts';
import { loadDelivery, type LoadedDelivery } from '#shared/webhooks/http/load-endpoint.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: Pick<DeliveryReader, 'find'>;
  readonly events: EventReader;
};

/** Reads a delivery. The payload is readable for 7 days from recording, whether or not TTL has deleted the item. */
export function createHandler({
  endpoints,
  deliveries,
  events,
}: Dependencies): OperationHandler<typeof operation, LoadedDelivery> {
  return {
    load: (request) => loadDelivery({ endpoints, deliveries, events }, request),

    async handle({ resource: { endpoint, delivery }, now }) {
      const event = delivery.payloadExpiresAt > now ? await events.find(delivery.eventId) : undefined;
      const payload = event ? storedPayload(event, now) : null;
      return { status: 200, body: { data: deliveryWithPayload(delivery, endpoint, payload, now) } };
    },
  };
}
