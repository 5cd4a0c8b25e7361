import type { AccountJob, PublishJob } from '#shared/publishing/domain/publish-job.ts';

/** The queue of what is to be published; at least once, in any order. */
export interface PublishQueue {
  /** @throws Error unless the queue took all of them */
  sendAll(jobs: readonly AccountJob[]): Promise<void>;

  /** Hands a job over after a wait of at most 900 s. */
  sendLater(job: PublishJob, delaySeconds: number): Promise<void>;
}
