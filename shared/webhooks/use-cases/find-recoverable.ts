import type { EventReader } from '#shared/events/ports/event-store.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { createFilterNow, hasFilters } from '#shared/webhooks/domain/filter-now.ts';
import { isRecoverable, type RecoveryRange } from '#shared/webhooks/domain/recovery.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';

/** Deliveries read in one step. */
const STEP = 100;

/** What the search reads. Events are read only for an endpoint with filters. */
export type SearchedStores = {
  readonly deliveries: Pick<DeliveryReader, 'find' | 'list'>;
  readonly events: Pick<EventReader, 'findAll'>;
};

/** One step through a range: the deliveries to resend, and the id of the last delivery read. */
export type RecoveryStep = { readonly found: readonly Delivery[]; readonly cursor: string };

/**
 * Reads a range step by step in the order of events. The count and the background job both use this function, so they
 * select the same deliveries. The job passes `ownResend`, which returns the id of the resend that the job itself creates for
 * a delivery: a repeated step ignores these resends and therefore finds the same deliveries again.
 */
export async function* findRecoverable(
  { deliveries, events }: SearchedStores,
  endpoint: Endpoint,
  range: RecoveryRange,
  after: string | null,
  now: Date,
  ownResend?: (delivery: Delivery) => string,
): AsyncGenerator<RecoveryStep> {
  let cursor = after ?? undefined;
  for (;;) {
    const { since, until, states } = range;
    const batch = await deliveries.list(endpoint, {
      since,
      until,
      order: 'asc',
      limit: STEP,
      after: cursor,
    });
    const last = batch.at(-1);
    if (!last) return;
    cursor = last.id;
    const chosen = await Promise.all(
      batch.map(async (delivery) => {
        const own = ownResend?.(delivery);
        const { lastResendId, deliveredBy } = delivery;
        const isOther = lastResendId !== null && lastResendId !== own;
        const resend = isOther ? await deliveries.find(endpoint, lastResendId) : undefined;
        const before = deliveredBy === own ? { ...delivery, deliveredBy: null } : delivery;
        return isRecoverable(before, resend, endpoint, states, now);
      }),
    );
    const found = batch.filter((_, index) => chosen[index]);
    yield { found: await matchingNow(events, endpoint, found, now), cursor };
    if (batch.length < STEP) return;
  }
}

/** The deliveries whose event matches the filters of the endpoint now. An edited filter also decides about older events. */
async function matchingNow(
  events: Pick<EventReader, 'findAll'>,
  { subscriptions }: Endpoint,
  found: readonly Delivery[],
  now: Date,
): Promise<readonly Delivery[]> {
  if (!hasFilters(subscriptions)) return found;
  const isMatchedNow = createFilterNow(subscriptions);
  const recorded = await events.findAll([...new Set(found.map(({ eventId }) => eventId))]);
  const matching = new Set(recorded.filter((event) => isMatchedNow(event, now)).map(({ id }) => id));
  return found.filter(({ eventId }) => matching.has(eventId));
}
