import type { ScheduledJob } from './scheduled-job.ts';

/** Brings due jobs to the consumer of their resource. Setting or cancelling twice is as once. */
export interface JobScheduler {
  /** Hands the job over at its time: at once if that is past. @throws TimerRejectedError if that will never go through */
  set(job: ScheduledJob, now: Date): Promise<void>;

  /** Takes a timer back if it can still be; one that fires all the same is recognised by its `seq`. @throws as `set` */
  cancel(job: ScheduledJob, now: Date): Promise<void>;

  /** Hands jobs over now, whatever timers they have. */
  fire(jobs: readonly ScheduledJob[]): Promise<void>;
}
