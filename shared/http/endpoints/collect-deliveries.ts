import { type Delivery, type DeliveryState, shownState } from '#shared/domain/delivery/delivery.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import type { DeliveryStore } from '#shared/domain/ports/delivery-store.ts';

/** Deliveries read at once, and how often, while looking for those a filter lets through. */
const READ_AT_ONCE = 200;
const MOST_READS = 10;

/** Filters of the delivery lists; they see the state as shown (R17). */
export type DeliveryQuery = {
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly order: 'asc' | 'desc';
};

/** Deliveries found, and the last one looked at if there may be more behind it. */
export type Collected = { readonly found: readonly Delivery[]; readonly readTo: string | undefined };

/**
 * Reads deliveries of an endpoint until enough pass the filter, the list ends, or enough was read: then a page is short,
 * but it goes on exactly behind the last delivery looked at.
 */
export async function collectDeliveries(
  deliveries: Pick<DeliveryStore, 'list'>,
  endpoint: Endpoint,
  { state, event, ...range }: DeliveryQuery,
  limit: number,
  startAfter: string | undefined,
): Promise<Collected> {
  const found: Delivery[] = [];
  let after = startAfter;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const batch = await deliveries.list(endpoint.id, { ...range, after, limit: READ_AT_ONCE });
    for (const [index, delivery] of batch.entries()) {
      const passes =
        (event === undefined || delivery.event === event) &&
        (state === undefined || shownState(delivery, endpoint).state === state);
      if (passes) found.push(delivery);
      after = delivery.id;
      const isLast = index === batch.length - 1 && batch.length < READ_AT_ONCE;
      if (found.length === limit) return { found, readTo: isLast ? undefined : after };
    }
    if (batch.length < READ_AT_ONCE) return { found, readTo: undefined };
  }
  return { found, readTo: after };
}
