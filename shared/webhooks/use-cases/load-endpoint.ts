import { notFound } from '#shared/platform/http/not-found.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { requireProducts } from '#shared/webhooks/domain/endpoint-access.ts';
import { type Endpoint, endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';

/** Finds the endpoint of the path. @throws PlatformError `endpoint_not_found` · `product_not_permitted` */
export async function loadEndpoint(
  endpoints: Pick<EndpointReader, 'find'>,
  { principal, params }: { principal: Principal; params: { readonly endpoint: string } },
): Promise<Endpoint> {
  const endpoint = await endpoints.find(principal.workspaceId, params.endpoint);
  if (!endpoint) throw notFound('endpoint_not_found');
  requireProducts(principal, endpointProducts(endpoint));
  return endpoint;
}

/** Finds the delivery of the path under its endpoint. @throws as `loadEndpoint` · PlatformError `delivery_not_found` */
export async function loadDelivery(
  endpoints: Pick<EndpointReader, 'find'>,
  deliveries: Pick<DeliveryReader, 'find'>,
  request: { principal: Principal; params: { readonly endpoint: string; readonly delivery: string } },
): Promise<{ endpoint: Endpoint; delivery: Delivery }> {
  const endpoint = await loadEndpoint(endpoints, request);
  const delivery = await deliveries.find(endpoint.id, request.params.delivery);
  if (!delivery) throw notFound('delivery_not_found');
  // The endpoint may have had other subscriptions when the delivery was created. Reading a payload requires the permission
  // to subscribe to its product.
  requireProducts(request.principal, [delivery.product]);
  return { endpoint, delivery };
}
