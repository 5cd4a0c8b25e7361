import { type Endpoint, endpointProducts } from '#shared/domain/endpoints/endpoint.ts';
import type { Product } from '#shared/domain/catalogue/channels.ts';
import { PlatformError } from '#shared/domain/errors.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import { maySubscribe, type Principal } from '#shared/domain/workspaces/principal.ts';
import type { Access } from '#shared/http/operation.ts';

/** Webhook management: a workspace key that may subscribe to at least one product (specification, Authentication). */
export const WEBHOOK_ACCESS = {
  kind: 'key',
  credential: 'workspace-key-only',
  rule: 'any-of',
  permissions: ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'],
} as const satisfies Access;

/** Holds a key to the products it may subscribe to (G88). @throws PlatformError `product_not_permitted` */
export function requireProducts(principal: Principal, products: readonly Product[]): void {
  const refused = products.filter((product) => !maySubscribe(principal, product));
  if (refused.length === 0) return;
  throw new PlatformError('product_not_permitted', `The key may not subscribe to ${refused.join(' and ')}.`, {
    products: refused,
  });
}

/** Whether a key sees an endpoint at all in lists. */
export function maySee(principal: Principal, endpoint: Endpoint): boolean {
  return endpointProducts(endpoint).every((product) => maySubscribe(principal, product));
}

/** Finds the endpoint a path names. @throws PlatformError `endpoint_not_found` · `product_not_permitted` */
export async function loadEndpoint(
  endpoints: Pick<EndpointStore, 'find'>,
  { principal, params }: { principal: Principal; params: Readonly<Record<string, string>> },
): Promise<Endpoint> {
  const endpoint = await endpoints.find(principal.workspaceId, params['endpoint'] ?? '');
  if (!endpoint) throw new PlatformError('endpoint_not_found', 'The workspace has no endpoint with this id.');
  requireProducts(principal, endpointProducts(endpoint));
  return endpoint;
}
