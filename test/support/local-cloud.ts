import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import * as v from 'valibot';
import { LOCAL_AWS } from '#local/aws-identity.ts';
import { startKmsServer } from '#local/kms/kms-server.ts';
import { startSchedulerServer } from '#local/scheduler/scheduler-server.ts';
import { type DeliveryJob, deliveryJobSchema } from '#shared/domain/delivery/delivery-job.ts';
import { SDK_LIMITS } from '#shared/runtime/aws-clients.ts';
import { startEmulator } from './emulator.ts';
import { makeFaulty } from './faulty-client.ts';
import { createDynamoBench } from './platform-bench.ts';
import { createPowerLine } from './power-line.ts';
import { createTestClock } from './test-clock.ts';

/** The work queues, each with its dead letters behind it as in the template. */
const WORK_QUEUES = ['deliveries', 'slow', 'releases', 'recoveries', 'parked', 'publish'] as const;
export type QueueName = (typeof WORK_QUEUES)[number] | `${(typeof WORK_QUEUES)[number]}-dead`;

/** As `WorkQueue` has it. */
export const MOST_RECEIVES = 5;
export const VISIBILITY_SECONDS = 90;
export const SCHEDULE_GROUP = 'retries';
/** Name of the key that secrets are sealed under. */
export const SECRET_KEY = 'secret-key';

const jobText = v.pipe(v.string(), v.parseJson(), deliveryJobSchema);

export type LocalCloud = Awaited<ReturnType<typeof startLocalCloud>>;

/**
 * Every service that the consumers use, on emulators, behind real SDK clients that faults can be put into and whose calls all
 * go over one power line. The clock is the functions' own and stands still; the queue's delays run on real time.
 */
export async function startLocalCloud() {
  const clock = createTestClock();
  const power = createPowerLine();
  const directory = await mkdtemp(join(tmpdir(), 'cloud-'));
  const sqsServer = await startFauxqs({ port: 0, logger: false });
  createQueues(sqsServer);
  const [emulator, kmsServer, schedulerServer] = await Promise.all([
    startEmulator(),
    startKmsServer({ keyFile: join(directory, 'key') }),
    startSchedulerServer({
      directory: join(directory, 'schedules'),
      groups: [SCHEDULE_GROUP],
      send: async ({ queueArn: arn, body }) => void sqsServer.sendMessage(nameOf(arn), body),
      now: () => clock().getTime(),
      log: () => undefined,
    }),
  ]);
  const aws = { ...SDK_LIMITS, region: LOCAL_AWS.region, credentials: LOCAL_AWS.credentials };
  const clients = {
    dynamo: emulator.client,
    sqs: new SQSClient({ ...aws, endpoint: `http://127.0.0.1:${sqsServer.port}` }),
    scheduler: new SchedulerClient({ ...aws, endpoint: schedulerServer.address }),
    kms: new KMSClient({ ...aws, endpoint: kmsServer.address, maxAttempts: 2 }),
  };
  const faults = {
    dynamo: makeFaulty(clients.dynamo),
    sqs: makeFaulty(clients.sqs),
    scheduler: makeFaulty(clients.scheduler),
    kms: makeFaulty(clients.kms),
  };
  for (const client of Object.values(clients)) power.connect(client);
  // Looks at schedules for the test itself: its calls are none of a function's.
  const onlooker = new SchedulerClient({ ...aws, endpoint: schedulerServer.address });

  function bodies(name: QueueName): string[] {
    const { ready = [], delayed = [], inflight = [] } = sqsServer.inspectQueue(name)?.messages ?? {};
    return [...ready, ...delayed, ...inflight.map(({ message }) => message)].map(({ body }) => body);
  }

  async function schedulesNamed(NamePrefix: string): Promise<string[]> {
    const list = new ListSchedulesCommand({ GroupName: SCHEDULE_GROUP, NamePrefix });
    const { Schedules = [] } = await onlooker.send(list);
    return Schedules.map(({ Name = '' }) => Name);
  }

  return {
    clock,
    power,
    clients,
    faults,
    core: emulator.core,
    deliveries: emulator.deliveries,
    stores: createDynamoBench(emulator.core, emulator.deliveries),
    queueUrl: (name: QueueName) => `http://127.0.0.1:${sqsServer.port}/${LOCAL_AWS.account}/${name}`,
    queueArn,

    /** Texts in a queue, delayed and hidden ones too. */
    bodies,

    /** Delivery jobs in the queue and in the slow lane, delayed ones too. */
    queued: (): DeliveryJob[] =>
      [...bodies('deliveries'), ...bodies('slow')].map((body) => v.parse(jobText, body)),

    /** Names of schedules that wait for a delivery. */
    schedulesOf: ({ delivery_id }: DeliveryJob): Promise<string[]> => schedulesNamed(delivery_id),

    /** Names of schedules that begin like this. */
    schedulesNamed,

    /** Sends what is scheduled by now to its queue. */
    fireSchedules: () => schedulerServer.fireDue(),

    /** Forgets every message. */
    emptyQueues: () => sqsServer.reset(),

    /** Forgets messages and faults, and restores the power. Tables and schedules stay: ids keep tests apart. */
    tidy(): void {
      sqsServer.reset();
      power.restore();
      for (const client of Object.values(faults)) client.clear();
    },

    async stop(): Promise<void> {
      power.restore();
      emulator.stop();
      for (const client of [clients.sqs, clients.scheduler, clients.kms, onlooker]) client.destroy();
      await Promise.all([sqsServer.stop(), kmsServer.stop(), schedulerServer.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function queueArn(name: QueueName): string {
  return `arn:aws:sqs:${LOCAL_AWS.region}:${LOCAL_AWS.account}:${name}`;
}

function nameOf(arn: string): string {
  return arn.split(':').at(-1) ?? '';
}

function createQueues(server: FauxqsServer): void {
  const { region } = LOCAL_AWS;
  for (const name of WORK_QUEUES) {
    server.createQueue(`${name}-dead`, { region });
    const redrive = { deadLetterTargetArn: queueArn(`${name}-dead`), maxReceiveCount: MOST_RECEIVES };
    const attributes = {
      VisibilityTimeout: String(VISIBILITY_SECONDS),
      RedrivePolicy: JSON.stringify(redrive),
    };
    server.createQueue(name, { region, attributes });
  }
}
