import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetScheduleCommand, ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { startSchedulerServer } from '#local/scheduler/scheduler-server.ts';
import { type DueJob, dueJobSchema } from '#shared/domain/due/due-job.ts';
import { MalformedItemError } from '#shared/domain/errors.ts';
import type { DueStore } from '#shared/domain/ports/due-store.ts';
import type { DueTimers } from '#shared/domain/ports/due-timers.ts';
import { createDueTimers } from '#shared/messaging/due-timers.ts';
import { newId } from '#shared/runtime/ids.ts';
import { duePlanAttributes } from '#shared/store/due-items.ts';
import { createDynamoDueStore } from '#shared/store/dynamo-due-store.ts';
import { NOW } from './builders.ts';
import { startEmulator } from './emulator.ts';
import { createMemoryDueStore } from './memory-due-store.ts';
import { createMemoryDueTimers, type DueMessage, type DueSchedule } from './memory-due-timers.ts';
import { startSqsBench } from './queue-bench.ts';

const jobText = v.pipe(v.string(), v.parseJson(), dueJobSchema);
const GROUP = 'due';

/** A due job of a post; give it a time and what else matters. */
export function aDueJob(overrides: Partial<DueJob> = {}): DueJob {
  return {
    resource: 'post',
    id: newId(NOW),
    workspace_id: newId(NOW),
    seq: 1,
    due_at: NOW.getTime(),
    ...overrides,
  };
}

export type DueTimersBench = {
  readonly timers: DueTimers;
  /** Messages to a resource's queue; those of posts only come with what SQS tells of them. */
  queued(): readonly DueMessage[];
  schedules(): Promise<readonly DueSchedule[]>;
  stop(): Promise<void>;
};

/** What the contract suite of due timers runs on; `queued` tells of posts. */
export const DUE_TIMERS_BENCHES: readonly {
  readonly name: string;
  readonly start: (queueDelayLimitSeconds: number) => Promise<DueTimersBench>;
}[] = [
  { name: 'in memory', start: startInMemory },
  { name: 'on SQS and Scheduler', start: startOnServers },
];

async function startInMemory(limit: number): Promise<DueTimersBench> {
  const timers = createMemoryDueTimers(limit);
  return {
    timers,
    queued: () => timers.queued.post,
    schedules: async () => timers.schedules,
    stop: async () => undefined,
  };
}

async function startOnServers(limit: number): Promise<DueTimersBench> {
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
  const deadLetterArn = `${sqs.queueArn}-dead`;
  const post = { url: sqs.queueUrl, arn: sqs.queueArn, deadLetterArn };
  const broadcast = { url: sqs.addQueue('broadcasts'), arn: `${sqs.queueArn}-broadcasts`, deadLetterArn };
  const workspace = { url: sqs.addQueue('recomputes'), arn: `${sqs.queueArn}-recomputes`, deadLetterArn };
  const targets = {
    queues: { post, broadcast, workspace, account: workspace },
    group: GROUP,
    roleArn: 'arn:aws:iam::000000000000:role/due',
  };

  async function describeSchedule(Name: string | undefined): Promise<DueSchedule> {
    const found = await scheduler.send(new GetScheduleCommand({ Name, GroupName: GROUP }));
    const at = /^at\((.+)\)$/u.exec(found.ScheduleExpression ?? '')?.[1];
    const job = v.parse(jobText, found.Target?.Input);
    if (found.Target?.Arn !== targets.queues[job.resource].arn) throw new Error('It fires at another queue');
    if (found.Target?.SqsParameters?.MessageGroupId !== job.workspace_id) throw new Error('It has no group');
    return { name: found.Name ?? '', at: new Date(`${at}Z`), job };
  }

  return {
    timers: createDueTimers(sqs.client, scheduler, targets, limit),
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

export type DueStoreBench = {
  /** A store in which nothing else is planned than these; `unreadable` is the key of a place that cannot be read. */
  plan(jobs: readonly DueJob[], unreadable?: string): Promise<DueStore>;
  stop(): void;
};

/** What the contract suite of the due store runs on. */
export const DUE_STORE_BENCHES: readonly {
  readonly name: string;
  readonly start: () => Promise<DueStoreBench>;
}[] = [
  { name: 'in memory', start: startStoreInMemory },
  { name: 'on DynamoDB', start: startStoreOnDynamo },
];

async function startStoreInMemory(): Promise<DueStoreBench> {
  return {
    plan: async (jobs, unreadable) =>
      createMemoryDueStore(unreadable === undefined ? jobs : [...jobs, new MalformedItemError(unreadable)]),
    stop: () => undefined,
  };
}

async function startStoreOnDynamo(): Promise<DueStoreBench> {
  const { client, core, stop } = await startEmulator();
  let keys: { pk: string; sk: string }[] = [];

  async function put(item: Record<string, unknown> & { pk: string; sk: string }): Promise<void> {
    const Item = marshall(item, { removeUndefinedValues: true });
    await client.send(new PutItemCommand({ TableName: core.name, Item }));
    keys.push({ pk: item.pk, sk: item.sk });
  }

  return {
    async plan(jobs, unreadable) {
      for (const key of keys)
        await client.send(new DeleteItemCommand({ TableName: core.name, Key: marshall(key) }));
      keys = [];
      for (const { resource, id, workspace_id: workspaceId, seq, due_at } of jobs) {
        const due = { at: new Date(due_at), seq, timer: true };
        const plan = duePlanAttributes({ resource, id, workspaceId }, due);
        await put({ pk: `${resource}#${id}`, sk: 'THING', ...plan });
      }
      if (unreadable !== undefined) {
        const [pk = '', sk = ''] = unreadable.split('/');
        await put({ pk, sk, due_pk: 'DUE#0', due_sk: '1970-01-01T00:00:00.000Z#post' });
      }
      return createDynamoDueStore(core);
    },
    stop,
  };
}
