import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { FauxqsServer } from 'fauxqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startLoopbackFauxqs } from '#local/queues/start-fauxqs.ts';
import { dispatchingQuarantined } from '#scripts/lib/redrive/dispatch-quarantined.ts';
import {
  countWaiting,
  redriveMessages,
  sendingTo,
  sourceQueueOf,
} from '#scripts/lib/redrive/redrive-messages.ts';
import { createDynamoEventLog } from '#shared/events/store/dynamo-event-log.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { planDeliveries } from '#shared/webhooks/domain/delivery-message.ts';
import type { LogEvents } from '#shared/webhooks/use-cases/log-events.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import { seen } from '#test/support/fixtures/platform/faults/faults.ts';
import { type FaultyClient, makeFaulty } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';
import { insertOf } from '#test/support/fixtures/platform/stream-record.ts';

const run = promisify(execFile);
const AWS = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

let server: FauxqsServer;
let client: SQSClient;
let faults: FaultyClient;

const urlOf = (name: string) => `http://127.0.0.1:${server.port}/000000000000/${name}`;

beforeEach(async () => {
  server = await startLoopbackFauxqs({ port: 0, logger: false });
  for (const name of ['work', 'dead', 'quarantined', 'recoveries'])
    server.createQueue(name, { region: AWS.region });
  client = new SQSClient({ ...AWS, endpoint: `http://127.0.0.1:${server.port}`, maxAttempts: 1 });
  faults = makeFaulty(client);
});
afterEach(async () => {
  client.destroy();
  await server.stop();
});

function bodiesIn(name: string): string[] {
  const { ready = [] } = server.inspectQueue(name)?.messages ?? {};
  return ready.map(({ body }) => body).toSorted();
}

/** Adds jobs to the dead-letter queue; returns their texts. */
async function lay(count: number, name = 'dead'): Promise<string[]> {
  const bodies = Array.from({ length: count }, () => JSON.stringify(aJob()));
  for (const MessageBody of bodies) {
    const { endpointId }: { endpointId: string } = JSON.parse(MessageBody);
    await client.send(
      new SendMessageCommand({ QueueUrl: urlOf(name), MessageBody, MessageGroupId: endpointId }),
    );
  }
  return bodies.toSorted();
}

function move(most: number) {
  return redriveMessages(client, urlOf('dead'), {
    most,
    take: sendingTo(client, urlOf('work')),
    waitSeconds: 0,
  });
}

describe('redriving a dead-letter queue', () => {
  it('moves every message unchanged and leaves none', async () => {
    const bodies = await lay(23);

    expect(await countWaiting(client, urlOf('dead'))).toBe(23);
    expect(await move(23)).toEqual({ forwarded: 23, kept: 0 });
    expect(bodiesIn('work')).toEqual(bodies);
    expect(server.inspectQueue('dead')?.messages).toMatchObject({ ready: [], inflight: [] });
  });

  it('moves no more than its limit', async () => {
    await lay(5);

    expect(await move(3)).toEqual({ forwarded: 3, kept: 0 });
    expect([bodiesIn('work').length, bodiesIn('dead').length]).toEqual([3, 2]);
  });

  it('ends when there is nothing left', async () => {
    expect(await move(7)).toEqual({ forwarded: 0, kept: 0 });
  });

  it('keeps the fair-queue group, or derives it from the job', async () => {
    const [kept, found] = [aJob(), aJob()];
    const groups: unknown[] = [];
    const look = (input: object) => {
      if ('Entries' in input) groups.push(input.Entries);
    };
    faults.script(seen('SendMessageBatch', look));
    await sendingTo(
      client,
      urlOf('work'),
    )([
      { Body: 'any', Attributes: { MessageGroupId: 'own' } },
      { Body: JSON.stringify(kept), Attributes: { MessageGroupId: kept.endpointId } },
      { Body: JSON.stringify(found) },
      { Body: 'nothing' },
    ]);

    expect(groups).toEqual([
      [
        { Id: '0', MessageBody: 'any', MessageGroupId: 'own' },
        { Id: '1', MessageBody: JSON.stringify(kept), MessageGroupId: kept.endpointId },
        { Id: '2', MessageBody: JSON.stringify(found), MessageGroupId: found.endpointId },
        { Id: '3', MessageBody: 'nothing' },
      ],
    ]);
  });

  it('deletes nothing that the queue did not accept', async () => {
    await lay(4);
    const failing = redriveMessages(client, urlOf('dead'), {
      most: 4,
      take: sendingTo(client, urlOf('nowhere')),
    });

    await expect(failing).rejects.toThrow();
    expect(Object.keys(server.inspectQueue('dead')?.messages.inflight ?? {})).toHaveLength(4);
  });

  it('determines the source queue, and asks if there are several', async () => {
    const responses = (queueUrls: string[]) =>
      ({ command: 'ListDeadLetterSourceQueues', at: 'call', happen: async () => ({ queueUrls }) }) as const;
    faults.script(responses([urlOf('work')]), responses([]), responses(['a', 'b']));

    expect(await sourceQueueOf(client, urlOf('dead'))).toBe(urlOf('work'));
    expect(await sourceQueueOf(client, urlOf('work'))).toBeUndefined();
    await expect(sourceQueueOf(client, urlOf('dead'))).rejects.toThrow('--to');
  });
});

describe('redriving quarantined events', () => {
  const event = anEvent({
    matches: [{ endpointId: newId(NOW), settingsVersion: 2, shards: 1 }],
    body: '{"text":"ë\uffff"}',
  });
  const item = toEventItem(event);
  const jobs = planDeliveries(event, deliveryIdFor);
  const recovery = { kind: 'recovery', endpointId: newId(NOW), id: newId(NOW) };
  let complaints: string[];
  let listed: string[];
  const logEvents: LogEvents = async (events) => void listed.push(...events.map(({ id }) => id));

  beforeEach(() => {
    complaints = [];
    listed = [];
  });

  function dispatchQuarantined(parts: Partial<Parameters<typeof dispatchingQuarantined>[0]> = {}) {
    const take = dispatchingQuarantined({
      queue: createSqsDeliveryQueue(client, urlOf('work')),
      recoveries: createSqsJobQueue(client, urlOf('recoveries')),
      logEvents,
      core: undefined,
      complain: (text) => complaints.push(text),
      ...parts,
    });
    return redriveMessages(client, urlOf('quarantined'), { most: 10, take, waitSeconds: 0 });
  }

  it('queues what the dispatcher would have queued', async () => {
    const quarantine = createQuarantine(client, urlOf('quarantined'));
    const job = aJob();
    await quarantine(insertOf(item));
    await quarantine(insertOf({ kind: 'delivery', job }));
    await quarantine(insertOf(recovery));

    expect(await dispatchQuarantined()).toEqual({ forwarded: 3, kept: 0 });
    expect(bodiesIn('work').map((body): unknown => JSON.parse(body))).toEqual(
      expect.arrayContaining([...jobs, job]),
    );
    expect(bodiesIn('recoveries').map((body): unknown => JSON.parse(body))).toEqual([
      { endpointId: recovery.endpointId, recoveryId: recovery.id },
    ]);
    expect(listed).toEqual([event.id]);
    expect(await countWaiting(client, urlOf('quarantined'))).toBe(0);
  });

  it('keeps an event without the table of its log', async () => {
    await createQuarantine(client, urlOf('quarantined'))(insertOf(item));

    expect(await dispatchQuarantined({ logEvents: undefined })).toEqual({ forwarded: 0, kept: 1 });
    expect(complaints.join()).toContain('--delivery-table');
    expect(bodiesIn('work')).toEqual([]);
  });

  it('keeps what still cannot be parsed, and reports it', async () => {
    const quarantine = createQuarantine(client, urlOf('quarantined'));
    await quarantine(insertOf({ kind: 'event', pk: 'EV#x', sk: 'x' }));
    await client.send(new SendMessageCommand({ QueueUrl: urlOf('quarantined'), MessageBody: 'no record' }));

    expect(await dispatchQuarantined()).toEqual({ forwarded: 0, kept: 2 });
    expect(complaints).toHaveLength(2);
    expect(Object.keys(server.inspectQueue('quarantined')?.messages.inflight ?? {})).toHaveLength(2);
  });

  it('reads the item of a record that was quarantined by its keys', async () => {
    const Keys = { pk: { S: item.pk }, sk: { S: item.sk } };
    const MessageBody = JSON.stringify({ eventName: 'INSERT', dynamodb: { Keys, SequenceNumber: '1' } });
    const { filteredOut: _, ...present } = item;
    const stored = { ...present, channel: null, fanOut: 1 };
    const get = async ({ pk, sk }: { pk: string; sk: string }) =>
      pk === item.pk && sk === item.sk ? stored : undefined;
    const quarantine = () =>
      client.send(new SendMessageCommand({ QueueUrl: urlOf('quarantined'), MessageBody }));
    await quarantine();
    expect(await dispatchQuarantined()).toEqual({ forwarded: 0, kept: 1 });
    expect(complaints.join()).toContain('--core-table');
    await quarantine();

    expect(await dispatchQuarantined({ core: { get } })).toEqual({ forwarded: 1, kept: 0 });
    expect(bodiesIn('work').map((body): unknown => JSON.parse(body))).toEqual(jobs);
  });
});

describe('npm run redrive', () => {
  const emulator = forAllTests(startEmulator, 'stop');
  const redrive = async (...args: string[]) =>
    run(process.execPath, ['scripts/commands/redrive.ts', ...args], {
      env: {
        ...process.env,
        AWS_REGION: AWS.region,
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${server.port}`,
        AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint,
      },
    });

  it('counts and changes nothing with --dry-run', async () => {
    await lay(4);
    const { stdout } = await redrive(
      '--from',
      urlOf('dead'),
      '--to',
      urlOf('work'),
      '--max',
      '3',
      '--dry-run',
    );

    expect(JSON.parse(stdout)).toEqual({ from: urlOf('dead'), to: urlOf('work'), waiting: 4, wouldTake: 3 });
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: urlOf('dead'),
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    );
    expect(Messages.map(({ Attributes }) => Attributes?.ApproximateReceiveCount)).toEqual([
      '1',
      '1',
      '1',
      '1',
    ]);
  });

  it('moves all messages and prints the counts', async () => {
    const bodies = await lay(12);
    const { stdout } = await redrive('--from', urlOf('dead'), '--to', urlOf('work'));

    expect(JSON.parse(stdout)).toMatchObject({ waiting: 12, forwarded: 12, kept: 0 });
    expect(bodiesIn('work')).toEqual(bodies);
  });

  it('dispatches quarantined events', async () => {
    const event = anEvent({ matches: [{ endpointId: newId(NOW), settingsVersion: 2, shards: 1 }] });
    await createQuarantine(client, urlOf('quarantined'))(insertOf(toEventItem(event)));
    const queues = ['--delivery-queue', urlOf('work'), '--recovery-queue', urlOf('recoveries')];
    const table = ['--delivery-table', emulator.deliveries.name];
    const { stdout } = await redrive('--from', urlOf('quarantined'), ...queues, ...table);
    const [item] = await createDynamoEventLog(emulator.deliveries).read(event.workspaceId, undefined, 1);

    expect(JSON.parse(stdout)).toMatchObject({ to: 'dispatch', forwarded: 1, kept: 0 });
    expect(bodiesIn('work')).toHaveLength(1);
    expect(item?.entries.map(({ id }) => id)).toEqual([event.id]);
  });

  it.each([
    [[]],
    [['--from', 'x', '--max', '0']],
    [['--from', 'x', '--max', '1.5']],
    [['--from', 'x', '--max', 'y']],
  ])('prints its usage for %j', async (args) => {
    await expect(redrive(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run redrive -- --from'),
    });
  });
});
