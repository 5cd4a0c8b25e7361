import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';

/** Within this many minutes a job is sent in every run, later only once per period of this length. */
const EAGER_MINUTES = 15;

/**
 * Whether a run sends an overdue job. A job that is still overdue after 15 minutes cannot be processed for now: it must neither
 * fill the DLQ every minute nor take the capacity of other jobs. Its minute depends on `dueAt`, which spreads the retries.
 */
export function shouldFire({ dueAt }: Pick<ScheduledJob, 'dueAt'>, now: Date): boolean {
  const minutes = Math.floor((now.getTime() - dueAt) / MINUTE_MS);
  return minutes < EAGER_MINUTES || minutes % EAGER_MINUTES === 0;
}
