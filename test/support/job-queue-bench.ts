import * as v from 'valibot';
import { type RecoveryJob, recoveryJobSchema } from '#shared/domain/delivery/recovery.ts';
import { type ReleaseJob, releaseJobSchema } from '#shared/domain/delivery/release.ts';
import type { RecoveryQueue, ReleaseQueue } from '#shared/domain/ports/delivery-queue.ts';
import { createSqsJobQueue } from '#shared/messaging/sqs-job-queue.ts';
import { createMemoryRecoveryQueue } from './memory-recovery-queue.ts';
import { createMemoryReleaseQueue } from './memory-release-queue.ts';
import { startSqsBench } from './queue-bench.ts';

export type JobQueueBench<Queue, Job> = {
  readonly queue: Queue;
  contents(): { job: Job; delaySeconds: number }[];
  breakDown(): Promise<void>;
  stop(): Promise<void>;
};

/** What a contract suite of a queue of background jobs runs on. */
export type JobQueueBenches<Queue, Job> = readonly {
  readonly name: string;
  readonly start: () => Promise<JobQueueBench<Queue, Job>>;
}[];

export const RECOVERY_QUEUE_BENCHES: JobQueueBenches<RecoveryQueue, RecoveryJob> = [
  {
    name: 'in memory',
    async start() {
      const queue = createMemoryRecoveryQueue();
      return {
        queue,
        contents: () => queue.sent.map((job) => ({ job, delaySeconds: 0 })),
        breakDown: async () => queue.breakDown(),
        stop: async () => undefined,
      };
    },
  },
  { name: 'on SQS', start: () => startOnSqs(recoveryJobSchema) },
];

export const RELEASE_QUEUE_BENCHES: JobQueueBenches<ReleaseQueue, ReleaseJob> = [
  {
    name: 'in memory',
    async start() {
      const queue = createMemoryReleaseQueue();
      return {
        queue,
        contents: () => queue.sent,
        breakDown: async () => queue.breakDown(),
        stop: async () => undefined,
      };
    },
  },
  { name: 'on SQS', start: () => startOnSqs(releaseJobSchema) },
];

/** A queue on the emulator, read as its consumer reads it. */
async function startOnSqs<Job extends { readonly endpoint_id: string }>(
  schema: v.GenericSchema<unknown, Job>,
) {
  const { client, queueUrl, messages, stop } = await startSqsBench();
  let isDown = false;
  const end = async (): Promise<void> => {
    if (!isDown) await stop();
    isDown = true;
  };
  return {
    queue: createSqsJobQueue<Job>(client, queueUrl),
    contents: () =>
      messages().map(({ body, delaySeconds }) => ({ job: v.parse(schema, JSON.parse(body)), delaySeconds })),
    breakDown: end,
    stop: end,
  };
}
