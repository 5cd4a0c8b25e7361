import type { RecoveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { RecoveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';

export type MemoryRecoveryQueue = RecoveryQueue & {
  /** Everything sent so far, in order. */
  readonly sent: RecoveryJob[];
  /** Makes every call fail until `repair`. */
  breakDown(): void;
  repair(): void;
};

/** A recovery queue in memory. */
export function createMemoryRecoveryQueue(): MemoryRecoveryQueue {
  const sent: RecoveryJob[] = [];
  let isDown = false;
  return {
    sent,
    async send(job) {
      if (isDown) throw new Error('The queue is down');
      sent.push(job);
    },
    breakDown() {
      isDown = true;
    },
    repair() {
      isDown = false;
    },
  };
}
