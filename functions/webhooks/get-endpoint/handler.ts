import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { endpointStats, STATS_DELIVERIES } from '#shared/webhooks/domain/endpoint-stats.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { endpointTag, endpointView } from '#shared/webhooks/http/endpoint-view.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: Pick<DeliveryReader, 'list'>;
};

/** Reads an endpoint with the statistics of its latest deliveries. */
export function createHandler({
  endpoints,
  deliveries,
}: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),

    async handle({ resource: endpoint, now, hosts }) {
      const latest = await deliveries.list(endpoint, { order: 'desc', limit: STATS_DELIVERIES });
      const data = endpointView(endpoint, endpointStats(latest), now, hosts.apiOrigin);
      return { status: 200, body: { data }, headers: endpointTag(endpoint) };
    },
  };
}
