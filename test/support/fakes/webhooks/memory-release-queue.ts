import type { ReleaseJob } from '#shared/webhooks/domain/release-job.ts';
import type { ReleaseQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import { MAX_DELAY_SECONDS } from '#test/support/fixtures/webhooks/send-rules.ts';

export type MemoryReleaseQueue = ReleaseQueue & {
  /** Everything sent so far, in order. */
  readonly sent: { readonly job: ReleaseJob; readonly delaySeconds: number }[];
  /** Makes every later call fail. */
  breakDown(): void;
};

/** A release queue in memory, which rejects the delays that SQS rejects. */
export function createMemoryReleaseQueue(): MemoryReleaseQueue {
  const sent: MemoryReleaseQueue['sent'] = [];
  let isDown = false;
  return {
    sent,
    async send(job, delaySeconds) {
      if (isDown) throw new Error('The queue is down');
      const isPossible = Number.isInteger(delaySeconds) && delaySeconds >= 0;
      if (!isPossible || delaySeconds > MAX_DELAY_SECONDS)
        throw new RangeError(`A delay of ${delaySeconds} s`);
      sent.push({ job, delaySeconds });
    },
    breakDown() {
      isDown = true;
    },
  };
}
