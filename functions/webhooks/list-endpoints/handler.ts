import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { canSee } from '#shared/webhooks/domain/endpoint-access.ts';
import {
  type EndpointStats,
  endpointStats,
  STATS_DELIVERIES,
} from '#shared/webhooks/domain/endpoint-stats.ts';
import { type Endpoint, endpointState } from '#shared/webhooks/domain/endpoint.ts';
import { endpointView } from '#shared/webhooks/http/endpoint-view.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'list'>;
  readonly deliveries: Pick<DeliveryReader, 'list'>;
};

/** Lists endpoints, newest first. Omits each endpoint with a product that the key cannot subscribe to. */
export function createHandler({ endpoints, deliveries }: Dependencies): OperationHandler<typeof operation> {
  async function readStats(endpoint: Endpoint): Promise<EndpointStats> {
    return endpointStats(await deliveries.list(endpoint, { order: 'desc', limit: STATS_DELIVERIES }));
  }

  return {
    async handle({ principal, query: { limit, cursor, ...filters }, now, hosts }) {
      const scope = { list: 'endpoints', workspace: principal.workspaceId, filters };
      const after = decodeCursor(cursor, scope);
      const visible = (await endpoints.list(principal.workspaceId))
        .filter((endpoint) => canSee(principal, endpoint))
        .filter((endpoint) => filters.state === undefined || endpointState(endpoint) === filters.state)
        .filter((endpoint) => after === undefined || endpoint.id < after);
      // Statistics cost one query per endpoint, so they are read only for the page, unless the filter depends on them.
      const candidates = filters.failing ? visible : visible.slice(0, limit + 1);
      const rows = await Promise.all(
        candidates.map(async (endpoint) => ({ endpoint, stats: await readStats(endpoint) })),
      );
      const found = rows
        .filter(
          ({ stats }) =>
            filters.failing === undefined || (filters.failing === 'true') === stats.consecutiveFailures > 0,
        )
        .map(({ endpoint, stats }) => endpointView(endpoint, stats, now, hosts.apiOrigin));
      return { status: 200, body: toPage(found, limit, scope, (view) => view) };
    },
  };
}
