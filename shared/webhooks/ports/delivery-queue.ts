import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { ProbeJob } from '#shared/webhooks/domain/probe-job.ts';
import type { RecoveryJob } from '#shared/webhooks/domain/recovery.ts';

/** The delivery queue; every send carries the endpoint as its fair-queue group. */
export interface DeliveryQueue {
  /** Queues jobs for now. Throws unless every one was taken (H5). */
  sendAll(jobs: readonly DeliveryJob[]): Promise<void>;

  /** Queues one job for an instant, at most the queue's longest delay ahead. */
  sendLater(job: DeliveryJob, delaySeconds: number): Promise<void>;
}

/** Has deferred deliveries looked at. */
export interface ReleaseQueue {
  /** Queues the look for an instant, at most 900 s ahead. */
  send(job: ProbeJob, delaySeconds: number): Promise<void>;
}

/** Keeps recoveries going. */
export interface RecoveryQueue {
  send(job: RecoveryJob): Promise<void>;
}

/** Plans the next attempt of a delivery, near or far. */
export interface RetryPlanner {
  /** Makes the job wake at `job.due_at`. Planning the same attempt twice wakes it once or twice, never not at all. */
  plan(job: DeliveryJob, now: Date): Promise<void>;

  /** Sends back a job that woke before `job.due_at`, or that must wait; it may wake early again, never late. */
  defer(job: DeliveryJob, now: Date): Promise<void>;
}
