import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetScheduleCommand, ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import * as v from 'valibot';
import { startSchedulerServer } from '#local/scheduler/scheduler-server.ts';
import { deliveryJobSchema } from '#shared/domain/delivery/delivery-job.ts';
import type { RetryPlanner } from '#shared/domain/ports/delivery-queue.ts';
import { createRetryPlanner } from '#shared/messaging/retry-planner.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { NOW } from './builders.ts';
import { createMemoryDeliveryQueue, type QueuedJob } from './memory-delivery-queue.ts';
import { createMemoryRetryPlanner, type PlannedSchedule } from './memory-retry-planner.ts';
import { startSqsBench } from './queue-bench.ts';

const jobText = v.pipe(v.string(), v.parseJson(), deliveryJobSchema);
const GROUP = 'retries';

export type PlannerBench = {
  readonly planner: RetryPlanner;
  queued(): QueuedJob[];
  schedules(): Promise<readonly PlannedSchedule[]>;
  stop(): Promise<void>;
};

/** What the contract suite of the retry planner runs on. */
export const PLANNER_BENCHES: readonly {
  readonly name: string;
  readonly start: (queueDelayLimitSeconds: number) => Promise<PlannerBench>;
}[] = [
  { name: 'in memory', start: startInMemory },
  { name: 'on SQS and Scheduler', start: startOnServers },
];

async function startInMemory(limit: number): Promise<PlannerBench> {
  const queue = createMemoryDeliveryQueue();
  const planner = createMemoryRetryPlanner(queue, limit);
  return {
    planner,
    queued: () => queue.sent,
    schedules: async () => planner.schedules,
    stop: async () => undefined,
  };
}

async function startOnServers(limit: number): Promise<PlannerBench> {
  const sqs = await startSqsBench();
  const directory = await mkdtemp(join(tmpdir(), 'schedules-'));
  // Never started, so nothing fires.
  const server = await startSchedulerServer({
    directory,
    groups: [GROUP],
    send: async () => undefined,
    now: () => NOW.getTime(),
    log: () => undefined,
  });
  const scheduler = new SchedulerClient({
    endpoint: server.address,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const target = {
    group: GROUP,
    roleArn: 'arn:aws:iam::000000000000:role/retries',
    queueArn: sqs.queueArn,
    deadLetterArn: `${sqs.queueArn}-dead`,
  };

  async function describeSchedule(Name: string | undefined): Promise<PlannedSchedule> {
    const found = await scheduler.send(new GetScheduleCommand({ Name, GroupName: GROUP }));
    const at = /^at\((.+)\)$/u.exec(found.ScheduleExpression ?? '')?.[1];
    const job = v.parse(jobText, found.Target?.Input);
    return { name: found.Name ?? '', at: new Date(`${at}Z`), job };
  }

  return {
    planner: createRetryPlanner(createSqsDeliveryQueue(sqs.client, sqs.queueUrl), scheduler, target, limit),
    queued: () =>
      sqs.messages().map(({ body, delaySeconds }) => ({ job: v.parse(jobText, body), delaySeconds })),
    async schedules() {
      const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ GroupName: GROUP }));
      return Promise.all(Schedules.map(({ Name }) => describeSchedule(Name)));
    },
    async stop() {
      scheduler.destroy();
      await Promise.all([server.stop(), sqs.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
