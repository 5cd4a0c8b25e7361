import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import { MAX_DELAY_SECONDS } from '#test/support/fixtures/webhooks/send-rules.ts';

export type QueuedJob = { readonly job: DeliveryJob; readonly delaySeconds: number };

export type MemoryDeliveryQueue = DeliveryQueue & {
  /** Everything sent so far, in order. */
  readonly sent: QueuedJob[];
  /** Makes every call fail until `repair`. */
  breakDown(): void;
  repair(): void;
};

/** A delivery queue in memory, which rejects the delays that SQS rejects. */
export function createMemoryDeliveryQueue(): MemoryDeliveryQueue {
  const sent: QueuedJob[] = [];
  let isDown = false;

  function send(jobs: readonly QueuedJob[]): void {
    if (isDown) throw new Error('The queue is down');
    for (const { delaySeconds } of jobs) {
      const isPossible = Number.isInteger(delaySeconds) && delaySeconds >= 0;
      if (!isPossible || delaySeconds > MAX_DELAY_SECONDS) {
        throw new RangeError(`A delay of ${delaySeconds} s`);
      }
    }
    sent.push(...jobs);
  }

  return {
    sent,
    async sendAll(jobs) {
      send(jobs.map((job) => ({ job, delaySeconds: 0 })));
    },
    async sendLater(job, delaySeconds) {
      send([{ job, delaySeconds }]);
    },
    breakDown() {
      isDown = true;
    },
    repair() {
      isDown = false;
    },
  };
}
