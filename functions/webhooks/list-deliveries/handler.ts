import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { deliveryView } from '#shared/webhooks/http/delivery-view.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import { collectDeliveries } from '#shared/webhooks/use-cases/collect-deliveries.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: Pick<DeliveryReader, 'list'>;
};

/** Lists an endpoint's deliveries in the order of their events. */
export function createHandler({
  endpoints,
  deliveries,
}: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),

    async handle({ principal, resource: endpoint, query: { limit, cursor, ...filters } }) {
      const scope = { list: 'deliveries', workspace: principal.workspaceId, endpoint: endpoint.id, filters };
      const after = decodeCursor(cursor, scope);
      const source = { deliveries, endpoint, principal };
      const { found, readTo } = await collectDeliveries(source, filters, limit, after);
      const data = found.map((delivery) => deliveryView(delivery, endpoint));
      return { status: 200, body: pageTo(data, readTo, scope) };
    },
  };
}
