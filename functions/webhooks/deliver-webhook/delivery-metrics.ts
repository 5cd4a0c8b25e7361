import type { Metrics } from '#shared/platform/runtime/metrics.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Attempt, AttemptOutcome, DeliveryState } from '#shared/webhooks/domain/delivery.ts';
import { type DeliveryOutcome, WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';

type AddMetric = Pick<Metrics, 'add'>;

/** Counts a recorded attempt, after which the delivery has this state, and measures how long its request took. */
export function measureAttempt(
  metrics: AddMetric,
  { outcome, durationMs }: Pick<Attempt, 'outcome' | 'durationMs'>,
  state: DeliveryState,
): void {
  metrics.add(WEBHOOKS_METRICS.attempts, 1, { outcome: toOutcome(outcome, state) });
  metrics.add(WEBHOOKS_METRICS.delivered, outcome === 'success' ? 1 : 0);
  // A blocked attempt makes no request, so there is no duration to measure.
  if (outcome !== 'blocked_address') metrics.add(WEBHOOKS_METRICS.attemptDuration, durationMs);
}

/**
 * Measures how late a first attempt is received. All others are late by design: a diverted attempt waits in the slow lane, a retry may
 * wait for the next full minute of EventBridge Scheduler, and a repeated message for its visibility timeout.
 */
export function measureLateness(
  metrics: AddMetric,
  job: DeliveryJob,
  { receiveCount, receivedAt }: { readonly receiveCount: number; readonly receivedAt: Date },
): void {
  const seconds = (receivedAt.getTime() - job.dueAt) / 1000;
  const isDiverted = job.slow === true || job.deferred === true;
  const isFirst = job.attempt === 1 && receiveCount === 1;
  if (seconds >= 0 && isFirst && !isDiverted) metrics.add(WEBHOOKS_METRICS.lateness, seconds);
}

function toOutcome(outcome: AttemptOutcome, state: DeliveryState): DeliveryOutcome {
  if (outcome === 'success') return 'success';
  if (outcome === 'blocked_address') return 'blocked';
  return state === 'retrying' ? 'retry' : 'failed';
}
