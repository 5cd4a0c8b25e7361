import type { DeliveryProgress } from '#shared/webhooks/ports/delivery-store.ts';
import { type AttemptMade, decideNext } from '#shared/webhooks/sending/retry-policy.ts';

/** How a delivery stands after an attempt. */
export function progressAfter(made: AttemptMade): DeliveryProgress {
  const next = decideNext(made);
  if (next.kind === 'retry') {
    return { state: 'retrying', reason: next.reason, nextAttemptAt: next.at, finishedAt: null };
  }
  const reason = next.kind === 'failed' ? next.reason : null;
  return { state: next.kind, reason, nextAttemptAt: null, finishedAt: made.now };
}
