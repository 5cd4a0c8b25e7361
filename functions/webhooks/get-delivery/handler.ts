import * as v from 'valibot';
import type { EventReader } from '#shared/events/ports/event-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { deliveryWithPayload } from '#shared/webhooks/http/delivery-view.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import { loadDelivery, type LoadedDelivery } from '#shared/webhooks/use-cases/load-endpoint.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: Pick<DeliveryReader, 'find'>;
  readonly events: EventReader;
};

const storedPayload = v.record(v.string(), v.unknown());

/** Reads a delivery. The payload is readable for 7 days from recording, whether or not TTL has deleted the item. */
export function createHandler({
  endpoints,
  deliveries,
  events,
}: Dependencies): OperationHandler<typeof operation, LoadedDelivery> {
  return {
    load: (request) => loadDelivery({ endpoints, deliveries, events }, request),

    async handle({ resource: { endpoint, delivery }, now }) {
      const payload = delivery.payloadExpiresAt > now ? await readPayload(delivery.eventId) : null;
      return { status: 200, body: { data: deliveryWithPayload(delivery, endpoint, payload, now) } };
    },
  };

  async function readPayload(eventId: string): Promise<Record<string, unknown> | null> {
    const event = await events.find(eventId);
    return event && event.body !== '' ? v.parse(storedPayload, JSON.parse(event.body)) : null;
  }
}
