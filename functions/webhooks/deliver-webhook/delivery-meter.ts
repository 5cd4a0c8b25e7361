import type { MessageMetadata } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { DeliveryOutcome } from '#shared/platform/runtime/metric-catalogue.ts';
import type { Metrics } from '#shared/platform/runtime/metrics.ts';
import type { AttemptOutcome } from '#shared/webhooks/domain/attempt-outcome.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { DeliveryState } from '#shared/webhooks/domain/delivery.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import type { DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';

type Recording = Pick<DeliveryStore, 'recordAttempt'>;
type MessageReceipt = Pick<MessageMetadata, 'receiveCount'>;

/** Counts what becomes of attempts, from outside: the handler knows nothing of it. */
export function createDeliveryMeter(metrics: Pick<Metrics, 'add'>, clock: Clock) {
  return {
    /** The store, counting each attempt that gets on record. */
    attempts<Store extends Recording>(store: Store): Omit<Store, keyof Recording> & Recording {
      const recordAttempt: Recording['recordAttempt'] = async (delivery, attempt, progress, ...how) => {
        const recorded = await store.recordAttempt(delivery, attempt, progress, ...how);
        metrics.add('Attempts', 1, { outcome: outcomeOf(attempt.outcome, progress.state) });
        metrics.add('Delivered', attempt.outcome === 'success' ? 1 : 0);
        // What the address guard refuses never was a request.
        if (attempt.outcome !== 'blocked_address') metrics.add('AttemptDuration', attempt.durationMs);
        return recorded;
      };
      return { ...store, recordAttempt };
    },

    /** The deferring place, counting attempts that are put off. */
    deferring(deferred: Pick<DeferredDeliveries, 'defer'>): Pick<DeferredDeliveries, 'defer'> {
      return {
        async defer(...put) {
          const isDeferred = await deferred.defer(...put);
          if (isDeferred) metrics.add('Attempts', 1, { outcome: 'deferred' });
          return isDeferred;
        },
      };
    },

    /**
     * The handler, measuring how late first attempts are when they come for the first time. All others are late by intention: in
     * the slow lane, by the minutes to which EventBridge Scheduler rounds, or by the time until a message comes again.
     */
    lateness(deliver: (job: DeliveryJob, receipt: MessageReceipt) => Promise<void>) {
      return (job: DeliveryJob, receipt: MessageReceipt): Promise<void> => {
        const seconds = (clock().getTime() - job.due_at) / 1000;
        const isDiverted = job.slow === true || job.deferred === true;
        const isFirst = job.attempt === 1 && receipt.receiveCount === 1;
        if (seconds >= 0 && isFirst && !isDiverted) metrics.add('Lateness', seconds);
        return deliver(job, receipt);
      };
    },
  };
}

function outcomeOf(outcome: AttemptOutcome, state: DeliveryState): DeliveryOutcome {
  if (outcome === 'success') return 'success';
  if (outcome === 'blocked_address') return 'blocked';
  return state === 'retrying' ? 'retry' : 'failed';
}
