import { requireProducts } from '#shared/domain/endpoints/endpoint-access.ts';
import { type Endpoint, endpointProducts } from '#shared/domain/endpoints/endpoint.ts';
import { PlatformError } from '#shared/domain/errors.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import { NOT_FOUND } from '#shared/http/steps/load-resource.ts';
import type { Principal } from '#shared/domain/workspaces/principal.ts';

/** Finds the endpoint a path names. @throws PlatformError `endpoint_not_found` · `product_not_permitted` */
export async function loadEndpoint(
  endpoints: Pick<EndpointStore, 'find'>,
  { principal, params }: { principal: Principal; params: Readonly<Record<string, string>> },
): Promise<Endpoint> {
  const endpoint = await endpoints.find(principal.workspaceId, params['endpoint'] ?? '');
  if (!endpoint) throw new PlatformError('endpoint_not_found', NOT_FOUND);
  requireProducts(principal, endpointProducts(endpoint));
  return endpoint;
}
