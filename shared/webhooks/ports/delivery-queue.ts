import type { DeliveryJob, RecoveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { ReleaseJob } from '#shared/webhooks/domain/release-job.ts';

/** The delivery queue; each message uses the endpoint as its fair-queue group. */
export type DeliveryQueue = {
  /** Queues jobs without a delay. @throws Error unless the queue accepted every job */
  sendAll(jobs: readonly DeliveryJob[]): Promise<void>;

  /** Queues one job with a delay, at most the maximum delay of the queue. */
  sendLater(job: DeliveryJob, delaySeconds: number): Promise<void>;
};

/** Schedules the processing of deferred deliveries. */
export type ReleaseQueue = {
  /** `delaySeconds` is at most 900. */
  send(job: ReleaseJob, delaySeconds: number): Promise<void>;
};

/** Schedules the next step of a recovery. */
export type RecoveryQueue = {
  send(job: RecoveryJob): Promise<void>;
};

/** Plans the next attempt of a delivery, whether it is seconds or hours away. */
export type RetryPlanner = {
  /** Delivers the job at `job.dueAt`. At-least-once: planning an attempt twice may deliver it twice, but never zero times. */
  plan(job: DeliveryJob, now: Date): Promise<void>;

  /** Queues again a job that was received before `job.dueAt` or must wait. It may be received early again, never late. */
  postpone(job: DeliveryJob, now: Date): Promise<void>;
};
