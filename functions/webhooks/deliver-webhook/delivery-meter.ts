import type { MessageMetadata } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { DeliveryOutcome } from '#shared/platform/runtime/metric-catalogue.ts';
import type { Metrics } from '#shared/platform/runtime/metrics.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { AttemptOutcome, DeliveryState } from '#shared/webhooks/domain/delivery.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import type { DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';

type Recording = Pick<DeliveryStore, 'recordAttempt'>;
type ReceiveCount = Pick<MessageMetadata, 'receiveCount'>;

/** Decorators that count attempts, so that the handler contains no metrics. */
export function createDeliveryMeter(metrics: Pick<Metrics, 'add'>, clock: Clock) {
  return {
    /** The store, counting each attempt that it records. */
    attempts<Store extends Recording>(store: Store): Omit<Store, keyof Recording> & Recording {
      const recordAttempt: Recording['recordAttempt'] = async (delivery, attempt, progress, ...how) => {
        const recorded = await store.recordAttempt(delivery, attempt, progress, ...how);
        metrics.add('Attempts', 1, { outcome: toOutcome(attempt.outcome, progress.state) });
        metrics.add('Delivered', attempt.outcome === 'success' ? 1 : 0);
        // A blocked attempt makes no request, so there is no duration to measure.
        if (attempt.outcome !== 'blocked_address') metrics.add('AttemptDuration', attempt.durationMs);
        return recorded;
      };
      return { ...store, recordAttempt };
    },

    /** The store of deferred deliveries, counting attempts that the circuit breaker defers. */
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
     * The handler, which also records how late it receives first attempts. All others are late by design: a diverted
     * attempt waits in the slow lane, a retry may wait for the next full minute of EventBridge Scheduler, and a repeated
     * message for its visibility timeout.
     */
    lateness<Metadata extends ReceiveCount>(
      deliver: (job: DeliveryJob, metadata: Metadata) => Promise<void>,
    ) {
      return (job: DeliveryJob, metadata: Metadata): Promise<void> => {
        const seconds = (clock().getTime() - job.dueAt) / 1000;
        const isDiverted = job.slow === true || job.deferred === true;
        const isFirst = job.attempt === 1 && metadata.receiveCount === 1;
        if (seconds >= 0 && isFirst && !isDiverted) metrics.add('Lateness', seconds);
        return deliver(job, metadata);
      };
    },
  };
}

function toOutcome(outcome: AttemptOutcome, state: DeliveryState): DeliveryOutcome {
  if (outcome === 'success') return 'success';
  if (outcome === 'blocked_address') return 'blocked';
  return state === 'retrying' ? 'retry' : 'failed';
}
