import type { DeliveryProgress } from './delivery-progress.ts';
import type { Delivery } from './delivery.ts';

/** The state of a delivery whose attempt n the circuit breaker deferred (docs/specification/webhooks.md#circuit-breaker). */
export function deferredUntil(attempt: number, until: Date): DeliveryProgress {
  return {
    state: attempt === 1 ? 'queued' : 'retrying',
    reason: 'endpoint_unresponsive',
    nextAttemptAt: until,
    finishedAt: null,
  };
}

/** Whether the circuit breaker deferred the delivery and nothing has happened to it since. */
export function isDeferred({ reason, finishedAt }: Pick<Delivery, 'reason' | 'finishedAt'>): boolean {
  return reason === 'endpoint_unresponsive' && finishedAt === null;
}
