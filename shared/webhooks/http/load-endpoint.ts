import type { EventReader } from '#shared/events/ports/event-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { requireProducts } from '#shared/webhooks/domain/endpoint-access.ts';
import { type Endpoint, endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import { findPlannedDelivery } from '#shared/webhooks/use-cases/find-planned-delivery.ts';

/** Finds the endpoint of the path. @throws PlatformError `endpoint_not_found` · `product_not_permitted` */
export async function loadEndpoint(
  endpoints: Pick<EndpointReader, 'find'>,
  { principal, params }: { principal: Principal; params: { readonly endpoint: string } },
): Promise<Endpoint> {
  const endpoint = await endpoints.find(principal.workspaceId, params.endpoint);
  if (!endpoint) throw notFound(webhooksErrors.endpoint_not_found);
  requireProducts(principal, endpointProducts(endpoint));
  return endpoint;
}

type DeliveryStores = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: Pick<DeliveryReader, 'find'>;
  readonly events: Pick<EventReader, 'findRecordedAt'>;
};

/** A delivery with its endpoint. It is not recorded before its first attempt has ended. */
export type LoadedDelivery = {
  readonly endpoint: Endpoint;
  readonly delivery: Delivery;
  readonly isRecorded: boolean;
};

/** Finds the delivery of the path under its endpoint. @throws as `loadEndpoint` · PlatformError `delivery_not_found` */
export async function loadDelivery(
  { endpoints, deliveries, events }: DeliveryStores,
  request: {
    principal: Principal;
    params: { readonly endpoint: string; readonly delivery: string };
    now: Date;
  },
): Promise<LoadedDelivery> {
  const endpoint = await loadEndpoint(endpoints, request);
  const id = request.params.delivery;
  const found = await deliveries.find(endpoint, id);
  const delivery = found ?? (await findPlannedDelivery(events, endpoint.id, id, request.now));
  if (!delivery) throw notFound(webhooksErrors.delivery_not_found);
  // The endpoint may have had other subscriptions when the delivery was created. Reading a payload requires the permission
  // to subscribe to its product.
  requireProducts(request.principal, [delivery.product]);
  return { endpoint, delivery, isRecorded: found !== undefined };
}
