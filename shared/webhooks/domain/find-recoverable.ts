import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { Delivery } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import { isRecoverable, type RecoveryRange } from './recovery.ts';

/** Deliveries read in one step. */
const STEP = 100;

/** One step through a range: the deliveries to resend, and the id of the last delivery read. */
export type RecoveryStep = { readonly found: readonly Delivery[]; readonly cursor: string };

/**
 * Reads a range step by step in the order of events. The count and the background job both use this function, so they
 * select the same deliveries. The job passes `ownResend`, which returns the id of the resend that the job itself creates for
 * a delivery: a repeated step ignores these resends and therefore finds the same deliveries again.
 */
export async function* findRecoverable(
  deliveries: Pick<DeliveryReader, 'find' | 'list'>,
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
    yield { found: batch.filter((_, index) => chosen[index]), cursor };
    if (batch.length < STEP) return;
  }
}
