import type { AttemptOutcome } from '#shared/domain/delivery/attempt-outcome.ts';
import type { DeliveryState } from '#shared/domain/delivery/delivery.ts';
import type { DeliveryJob } from '#shared/domain/delivery/delivery-job.ts';
import type { DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import type { ParkedDeliveries } from '#shared/domain/ports/parked-deliveries.ts';
import type { Clock } from '#shared/runtime/clock.ts';
import type { DeliveryOutcome } from '#shared/runtime/metric-catalogue.ts';
import type { Metrics } from '#shared/runtime/metrics.ts';

type Recording = Pick<DeliveryStore, 'recordAttempt'>;

/** Counts what becomes of attempts, from outside: the handler knows nothing of it. */
export function createDeliveryMeter(metrics: Pick<Metrics, 'add'>, clock: Clock) {
  return {
    /** The store, counting each attempt that gets on record. */
    attempts<Store extends Recording>(store: Store): Omit<Store, keyof Recording> & Recording {
      const recordAttempt: Recording['recordAttempt'] = async (delivery, attempt, progress) => {
        const recorded = await store.recordAttempt(delivery, attempt, progress);
        metrics.add('Attempts', 1, { outcome: outcomeOf(attempt.outcome, progress.state) });
        // What the address guard refuses never was a request, and says nothing of receivers.
        if (attempt.outcome === 'blocked_address') return recorded;
        metrics.add('Delivered', attempt.outcome === 'success' ? 1 : 0);
        metrics.add('AttemptDuration', attempt.durationMs);
        return recorded;
      };
      return { ...store, recordAttempt };
    },

    /** The parking place, counting attempts that are put off. */
    parking(parked: Pick<ParkedDeliveries, 'park'>): Pick<ParkedDeliveries, 'park'> {
      return {
        async park(...put) {
          const isParked = await parked.park(...put);
          if (isParked) metrics.add('Attempts', 1, { outcome: 'parked' });
          return isParked;
        },
      };
    },

    /** The handler, measuring how late its messages are; in the slow lane they are late by intention. */
    lateness<Rest extends readonly unknown[]>(deliver: (job: DeliveryJob, ...rest: Rest) => Promise<void>) {
      return (job: DeliveryJob, ...rest: Rest): Promise<void> => {
        const seconds = (clock().getTime() - job.due_at) / 1000;
        if (seconds >= 0 && job.slow !== true && job.parked !== true) metrics.add('Lateness', seconds);
        return deliver(job, ...rest);
      };
    },
  };
}

function outcomeOf(outcome: AttemptOutcome, state: DeliveryState): DeliveryOutcome {
  if (outcome === 'success') return 'success';
  if (outcome === 'blocked_address') return 'blocked';
  return state === 'retrying' ? 'retry' : 'failed';
}
