import type { AccountJob, PublishJob } from '#shared/publishing/domain/publish-job.ts';

/** The queue of posts to publish: at-least-once delivery, in any order. */
export type PublishQueue = {
  /** @throws Error unless the queue accepted all jobs */
  sendAll(jobs: readonly AccountJob[]): Promise<void>;

  /** Sends a job with a delay of at most 900 s. */
  sendLater(job: PublishJob, delaySeconds: number): Promise<void>;
};
