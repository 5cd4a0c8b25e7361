import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { canSee } from '#shared/webhooks/domain/endpoint-access.ts';
import { deliveryView } from '#shared/webhooks/http/delivery-view.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import { collectDeliveries } from '#shared/webhooks/use-cases/collect-deliveries.ts';
import { mergeCollected } from './merge-collected.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'list'>;
  readonly deliveries: Pick<DeliveryReader, 'list'>;
};

/** Lists the deliveries of all endpoints that the key can see, merged in the order of their events. */
export function createHandler({ endpoints, deliveries }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal, query: { limit, cursor, ...filters } }) {
      const scope = { list: 'workspace-deliveries', workspace: principal.workspaceId, filters };
      const after = decodeCursor(cursor, scope);
      const visible = (await endpoints.list(principal.workspaceId)).filter((endpoint) =>
        canSee(principal, endpoint),
      );
      const collected = await Promise.all(
        visible.map(async (endpoint) => {
          const source = { deliveries, endpoint, principal };
          const { found, readTo } = await collectDeliveries(source, filters, limit, after);
          return { found: found.map((delivery) => deliveryView(delivery, endpoint)), readTo };
        }),
      );
      const { page, readTo } = mergeCollected(collected, filters.order, limit);
      return { status: 200, body: pageTo(page, readTo, scope) };
    },
  };
}
