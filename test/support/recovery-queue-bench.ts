import * as v from 'valibot';
import { type RecoveryJob, recoveryJobSchema } from '#shared/domain/delivery/recovery.ts';
import type { RecoveryQueue } from '#shared/domain/ports/delivery-queue.ts';
import { createSqsRecoveryQueue } from '#shared/messaging/sqs-recovery-queue.ts';
import { createMemoryRecoveryQueue } from './memory-recovery-queue.ts';
import { startSqsBench } from './queue-bench.ts';

const jobText = v.pipe(v.string(), v.parseJson(), recoveryJobSchema);

export type RecoveryQueueBench = {
  readonly queue: RecoveryQueue;
  contents(): RecoveryJob[];
  breakDown(): Promise<void>;
  stop(): Promise<void>;
};

/** What the contract suite of the recovery queue runs on. */
export const RECOVERY_QUEUE_BENCHES: readonly {
  readonly name: string;
  readonly start: () => Promise<RecoveryQueueBench>;
}[] = [
  {
    name: 'in memory',
    async start() {
      const queue = createMemoryRecoveryQueue();
      return {
        queue,
        contents: () => queue.sent,
        breakDown: async () => queue.breakDown(),
        stop: async () => undefined,
      };
    },
  },
  {
    name: 'on SQS',
    async start() {
      const { client, queueUrl, messages, stop } = await startSqsBench();
      let isDown = false;
      const end = async (): Promise<void> => {
        if (!isDown) await stop();
        isDown = true;
      };
      return {
        queue: createSqsRecoveryQueue(client, queueUrl),
        contents: () => messages().map(({ body }) => v.parse(jobText, body)),
        breakDown: end,
        stop: end,
      };
    },
  },
];
