import type { Principal } from '#shared/platform/core/principal.ts';
import {
  type AttemptOutcome,
  type Delivery,
  type DeliveryState,
  shownState,
} from '#shared/webhooks/domain/delivery.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { maySubscribe } from '#shared/webhooks/domain/subscribe-permission.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';

/** Deliveries per read if a filter is set. */
const BATCH_SIZE = 200;
/** Maximum number of reads per page. */
const MAX_READS = 10;

/** Filters of the delivery lists; `state` is compared with the state that the API shows. */
export type DeliveryQuery = {
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  /** Matched by one attempt together with `status_code`. */
  readonly outcome?: AttemptOutcome | undefined;
  readonly status_code?: number | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly order: 'asc' | 'desc';
};

/** What to read. Deliveries of products that the caller cannot subscribe to are left out. */
export type DeliverySource = {
  readonly deliveries: Pick<DeliveryReader, 'list'>;
  readonly endpoint: Endpoint;
  readonly principal: Principal;
};

/** The deliveries found, and the id of the last delivery read if more may follow. */
export type Collected = { readonly found: readonly Delivery[]; readonly readTo: string | undefined };

/**
 * Reads deliveries of an endpoint until enough match the filter, the list ends, or the maximum number of reads is reached. In
 * the last case the page is short, but the cursor continues exactly after the last delivery read.
 */
export async function collectDeliveries(
  { deliveries, endpoint, principal }: DeliverySource,
  query: DeliveryQuery,
  limit: number,
  startAfter: string | undefined,
): Promise<Collected> {
  const { state, event, outcome, status_code: statusCode, ...range } = query;
  const isFiltered = [state, event, outcome, statusCode].some((filter) => filter !== undefined);
  const batchSize = isFiltered ? BATCH_SIZE : limit + 1;
  const found: Delivery[] = [];
  let after = startAfter;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const batch = await deliveries.list(endpoint, { ...range, after, limit: batchSize });
    for (const [index, delivery] of batch.entries()) {
      const passes =
        maySubscribe(principal, delivery.product) &&
        (event === undefined || delivery.event === event) &&
        (state === undefined || shownState(delivery, endpoint).state === state) &&
        hasAttempt(delivery, outcome, statusCode);
      if (passes) found.push(delivery);
      after = delivery.id;
      const isLast = index === batch.length - 1 && batch.length < batchSize;
      if (found.length === limit) return { found, readTo: isLast ? undefined : after };
    }
    if (batch.length < batchSize) return { found, readTo: undefined };
  }
  return { found, readTo: after };
}

/** Whether one attempt has the outcome and the status that are filtered by; true without such a filter. */
function hasAttempt(
  { attempts }: Delivery,
  outcome: AttemptOutcome | undefined,
  statusCode: number | undefined,
): boolean {
  if (outcome === undefined && statusCode === undefined) return true;
  return attempts.some(
    (attempt) =>
      (outcome === undefined || attempt.outcome === outcome) &&
      (statusCode === undefined || attempt.statusCode === statusCode),
  );
}
