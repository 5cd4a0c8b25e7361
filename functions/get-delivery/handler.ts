import * as v from 'valibot';
import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import type { DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import type { EventStore } from '#shared/domain/ports/event-store.ts';
import { deliveryWithPayload } from '#shared/http/endpoints/delivery-view.ts';
import { loadDelivery } from '#shared/http/endpoints/load-endpoint.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointStore, 'find'>;
  readonly deliveries: Pick<DeliveryStore, 'find'>;
  readonly events: Pick<EventStore, 'find'>;
};

const storedPayload = v.record(v.string(), v.unknown());

type Resource = { readonly endpoint: Endpoint; readonly delivery: Delivery };

/** Reads a delivery; its payload for 7 days from recording, whatever TTL has or has not deleted (G122). */
export function createGetDeliveryHandler({
  endpoints,
  deliveries,
  events,
}: Dependencies): OperationHandler<typeof operation, Resource> {
  return {
    load: (request) => loadDelivery(endpoints, deliveries, request),

    async handle({ resource: { endpoint, delivery }, now }) {
      const payload = delivery.payloadExpiresAt > now ? await readPayload(delivery.eventId) : null;
      return { status: 200, body: { data: deliveryWithPayload(delivery, endpoint, payload) } };
    },
  };

  async function readPayload(eventId: string): Promise<Record<string, unknown> | null> {
    const event = await events.find(eventId);
    return event && event.body !== '' ? v.parse(storedPayload, JSON.parse(event.body)) : null;
  }
}
