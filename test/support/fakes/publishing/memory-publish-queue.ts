import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { PublishJob } from '#shared/publishing/domain/publish-job.ts';
import type { PublishQueue } from '#shared/publishing/ports/publish-queue.ts';
import { MAX_DELAY_SECONDS } from '#test/support/fixtures/webhooks/send-rules.ts';

export type WaitingJob = {
  readonly job: PublishJob;
  /** The time of the next possible receive, in milliseconds. */
  readonly at: number;
  readonly receives: number;
};

export type MemoryPublishQueue = PublishQueue & {
  /** Waiting messages, unordered; a test may remove, add and reorder them. */
  readonly waiting: WaitingJob[];
};

/** A publish queue in memory, which rejects the delays that SQS rejects. */
export function createMemoryPublishQueue(clock: Clock): MemoryPublishQueue {
  const waiting: WaitingJob[] = [];

  function send(job: PublishJob, delaySeconds: number): void {
    const isPossible = Number.isInteger(delaySeconds) && delaySeconds >= 0;
    if (!isPossible || delaySeconds > MAX_DELAY_SECONDS) throw new RangeError(`A delay of ${delaySeconds} s`);
    waiting.push({ job, at: clock().getTime() + delaySeconds * 1000, receives: 0 });
  }

  return {
    waiting,
    async sendAll(jobs) {
      for (const job of jobs) send(job, 0);
    },
    async sendLater(job, delaySeconds) {
      send(job, delaySeconds);
    },
  };
}
