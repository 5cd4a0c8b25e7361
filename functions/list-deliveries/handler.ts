import { type Delivery, shownState } from '#shared/domain/delivery/delivery.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import type { DeliveryFilter, DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import { decodeCursor, encodeCursor } from '#shared/http/cursor.ts';
import { deliveryView } from '#shared/http/endpoints/delivery-view.ts';
import { loadEndpoint } from '#shared/http/endpoints/load-endpoint.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Deliveries read at once, and how often, while looking for those a filter lets through. */
const READ_AT_ONCE = 200;
const MOST_READS = 10;

type Dependencies = {
  readonly endpoints: Pick<EndpointStore, 'find'>;
  readonly deliveries: Pick<DeliveryStore, 'list'>;
};

/** Lists deliveries in the order of their events. Filters see the state as shown (R17). */
export function createListDeliveriesHandler({
  endpoints,
  deliveries,
}: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),

    async handle({ principal, resource: endpoint, query: { limit, cursor, ...filters } }) {
      const scope = { list: 'deliveries', workspace: principal.workspaceId, endpoint: endpoint.id, filters };
      const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
      const passes = (delivery: Delivery) =>
        (filters.event === undefined || delivery.event === filters.event) &&
        (filters.state === undefined || shownState(delivery, endpoint).state === filters.state);

      const { found, readTo } = await collect(endpoint.id, { ...filters, after }, passes, limit);
      return {
        status: 200,
        body: {
          data: found.map((delivery) => deliveryView(delivery, endpoint)),
          next_cursor: readTo === undefined ? null : encodeCursor(readTo, scope),
          has_more: readTo !== undefined,
        },
      };
    },
  };

  /**
   * Reads on until the page is full, the list ends, or enough was read: a page can be short, but its cursor, the last
   * delivery looked at, goes on exactly there.
   */
  async function collect(
    endpointId: string,
    filter: Omit<DeliveryFilter, 'limit'>,
    passes: (delivery: Delivery) => boolean,
    limit: number,
  ): Promise<{ found: Delivery[]; readTo: string | undefined }> {
    const found: Delivery[] = [];
    let { after } = filter;
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      const batch = await deliveries.list(endpointId, { ...filter, after, limit: READ_AT_ONCE });
      for (const [index, delivery] of batch.entries()) {
        if (passes(delivery)) found.push(delivery);
        after = delivery.id;
        const isLast = index === batch.length - 1 && batch.length < READ_AT_ONCE;
        if (found.length === limit) return { found, readTo: isLast ? undefined : after };
      }
      if (batch.length < READ_AT_ONCE) return { found, readTo: undefined };
    }
    return { found, readTo: after };
  }
}
