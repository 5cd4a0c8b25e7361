import type { ScheduledJob } from './scheduled-job.ts';

/** Delivers scheduled jobs to the consumer of their resource. Setting and cancelling are idempotent. */
export type JobScheduler = {
  /** Delivers the job at its time, or immediately if that is past. @throws TimerRejectedError if no retry can succeed */
  set(job: ScheduledJob, now: Date): Promise<void>;

  /** Cancels a timer if possible. If it fires nevertheless, the consumer recognises it by its `seq`. @throws as `set` */
  cancel(job: ScheduledJob, now: Date): Promise<void>;

  /** Delivers jobs now, whatever timers they have. */
  fire(jobs: readonly ScheduledJob[]): Promise<void>;
};
