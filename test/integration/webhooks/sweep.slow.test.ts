import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { createHandler as createSweepDeliveriesHandler } from '#functions/webhooks/sweep-deliveries/handler.ts';
import { DELIVERY_SETTINGS } from '#infra/settings/delivery-settings.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { createQueueLength } from '#shared/platform/queues/queue-length.ts';
import type { Part } from '#shared/platform/queues/schedule-part.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { type DeliveryJob, planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aJob, deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createMemoryDeliveryQueue } from '#test/support/fakes/webhooks/memory-delivery-queue.ts';
import { createMemoryNotificationQueue } from '#test/support/fakes/webhooks/memory-notification-queue.ts';
import { createMemoryReleaseQueue } from '#test/support/fakes/webhooks/memory-release-queue.ts';
import { createMemoryRetryPlanner } from '#test/support/fakes/webhooks/memory-retry-planner.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { IS_WHOLE } from '#test/support/fixtures/platform/depth.ts';
import { failingCall, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { makeFaulty } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { createDynamoFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { startSqsFixture } from '#test/support/fixtures/platform/queue-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';
import { createTestTimers } from '#test/support/fixtures/platform/test-timers.ts';
import { createMessageDeliverer } from '#test/support/fixtures/webhooks/deliver-message.ts';

const OUTAGE_MINUTES = IS_WHOLE ? 180 : 60;

const emulator = forEachTest(startEmulator, 'stop');
const faults = forEachTest(() => makeFaulty(emulator.client));
const fixture = forEachTest(() => createDynamoFixture(emulator.core, emulator.deliveries));

/**
 * Events, deliveries and the sweep on the emulator; the messages between them in a queue that only `drain` delivers, so that
 * a test can lose any.
 */
async function setUp(...script: number[]) {
  const clock = createTestClock();
  const queue = createMemoryDeliveryQueue();
  const planner = createMemoryRetryPlanner(queue, DELIVERY_SETTINGS.queueDelayLimit);
  const sender = createScriptedSender(...script);
  const secrets = createMemorySecretBox();
  const log = createRecordingLog();
  const state = { waiting: 0 };
  const deliver = createMessageDeliverer({
    ...fixture,
    ...DELIVERY_SETTINGS.breaker,
    retryDelays: DELIVERY_SETTINGS.retryDelays,
    planner,
    secrets,
    sender,
    slowLane: queue,
    releases: createMemoryReleaseQueue(),
    clock,
    random: () => 0.5,
    after: createTestTimers().after,
    log,
  });
  const sweep = createSweepDeliveriesHandler({
    store: fixture.sweep,
    rollUps: fixture.counts,
    queue,
    dueNotifications: fixture.dueNotifications,
    rotationNotices: fixture.rotationNotices,
    notificationQueue: createMemoryNotificationQueue(),
    queueLength: async () => state.waiting,
    queueLimit: 10_000,
    metrics: { add: () => undefined },
    clock,
    log,
  });
  const run = (part: Part = { index: 0, of: 1 }) => sweep(part, { getRemainingTimeInMillis: () => 60_000 });
  await run();

  const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
  const endpoint = await enabledEndpoint();

  async function enabledEndpoint(): Promise<Endpoint> {
    const blank = anEndpoint({ ...owned, enabled: true });
    const context = { purpose: 'signing', workspace: workspaceId, subject: blank.id } as const;
    const current = await secrets.seal('whsec_Y3VycmVudA==', context);
    const made = { ...blank, secrets: { current, hint: 'abcd', previous: null } };
    await fixture.endpoints.create(made, aContext());
    return made;
  }

  function planned(): { event: RecordedEvent; job: DeliveryJob } {
    const matches = [{ endpointId: endpoint.id, settingsVersion: endpoint.settingsVersion, shards: 1 }];
    const event = anEvent({ workspaceId, matches, recordedAt: clock() });
    const [job] = planDeliveries(event, deliveryIdFor);
    if (!job) throw new Error('The event matches nothing');
    return { event, job };
  }

  return {
    clock,
    queue,
    planner,
    sender,
    state,
    run,

    planned,

    /** An event recorded now that no stream ever dispatched, and the message of its delivery. */
    async record(): Promise<{ event: RecordedEvent; job: DeliveryJob }> {
      const { event, job } = planned();
      await fixture.events.record(event, aContext(), undefined);
      return { event, job };
    },

    deliver: (job: DeliveryJob) => deliver(job),

    /** Delivers the messages in the queue, and those that follow from them without a delay. */
    async drain(): Promise<void> {
      const jobs = queue.sent.splice(0).map(({ job }) => job);
      for (const job of jobs) await deliver(job);
    },

    /** Loses every message and every schedule. */
    loseAll(): void {
      queue.sent.length = 0;
      planner.schedules.length = 0;
    },

    async runFor(minutes: number): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock.advance(60);
        await run();
      }
    },

    stored: (job: DeliveryJob) => fixture.deliveries.find(deliveriesOf(job.endpointId), job.deliveryId),
    all: () => fixture.deliveries.list(deliveriesOf(endpoint.id), { order: 'asc', limit: 1000 }),
  };
}

describe('the sweep', () => {
  it('delivers an event whose dispatch was lost', async () => {
    const world = await setUp();
    const { job } = await world.record();
    await world.runFor(6);
    await world.drain();

    expect(world.sender.requests).toHaveLength(1);
    expect(await world.stored(job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
  });

  it('makes the next attempt of a delivery whose message was lost', async () => {
    const world = await setUp(500, 200);
    const { job } = await world.record();
    await world.deliver(job);
    world.loseAll();
    await world.runFor(5);
    await world.drain();

    expect(await world.stored(job)).toMatchObject({
      state: 'succeeded',
      attempts: [{ number: 1 }, { number: 2 }],
    });
  });

  // Four hours of minutes on the emulator.
  it.runIf(IS_WHOLE)(
    'makes all six attempts, and no seventh, when every message and schedule is lost',
    async () => {
      const world = await setUp(...Array.from({ length: 9 }, () => 500));
      const { job } = await world.record();
      for (let minute = 0; minute < 4 * 60; minute += 1) {
        await world.runFor(1);
        await world.drain();
        world.loseAll();
      }

      expect(world.sender.requests).toHaveLength(6);
      expect(await world.stored(job)).toMatchObject({ state: 'failed', reason: 'attempts_exhausted' });
    },
  );

  it('makes the first attempt of a requested delivery whose message was lost', async () => {
    const world = await setUp();
    const { event, job } = world.planned();
    const delivery = { ...toDelivery(job), nextAttemptAt: world.clock() };
    await fixture.requests.requestEvent(event, delivery, aContext());
    await world.runFor(4);
    await world.drain();

    expect(await world.stored(job)).toMatchObject({ state: 'succeeded' });
  });

  it('catches up after an outage without skipping a minute', async () => {
    const world = await setUp();
    for (let minute = 0; minute < OUTAGE_MINUTES; minute += 1) {
      await world.record();
      world.clock.advance(60);
    }
    world.clock.advance(300);
    await world.run();
    await world.drain();

    const all = await world.all();
    expect(all).toHaveLength(OUTAGE_MINUTES);
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['succeeded']));
  });

  it('queues each once when two runs overlap', async () => {
    const world = await setUp();
    for (let event = 0; event < 30; event += 1) await world.record();
    world.clock.advance(400);
    await Promise.all([world.run(), world.run()]);

    expect(world.queue.sent).toHaveLength(30);
    expect(new Set(world.queue.sent.map(({ job }) => job.deliveryId)).size).toBe(30);
  });

  it('waits while the queue is long, and then skips nothing', async () => {
    const world = await setUp();
    await world.record();
    world.state.waiting = 10_000;
    await world.runFor(20);
    expect(world.queue.sent).toEqual([]);
    world.state.waiting = 0;
    await world.run();

    expect(world.queue.sent).toHaveLength(1);
  });

  it('reads everything again after a table that failed in the middle', async () => {
    const world = await setUp();
    for (let event = 0; event < 20; event += 1) await world.record();
    world.clock.advance(400);
    faults.script(failingCall('BatchGetItem', new Error('Internal server error')));
    await expect(world.run()).rejects.toThrow('A scan of the sweep failed');
    expect(world.queue.sent.length).toBeLessThan(20);
    await world.run();

    expect(new Set(world.queue.sent.map(({ job }) => job.deliveryId)).size).toBe(20);
  });
});

describe('the start of a sweep', () => {
  it('is unique, even if another first run starts in between', async () => {
    const [ours, theirs] = [secondsAfterNow(0), secondsAfterNow(60)];
    const all = Array.from({ length: 16 }, () => theirs);
    faults.script(meanwhile('PutItem', () => fixture.sweep.resumeShards('due', theirs)));

    expect(await fixture.sweep.resumeShards('due', ours)).toEqual(all);
    expect(await fixture.sweep.resumeShards('due', ours)).toEqual(all);
  });
});

describe('createQueueLength', () => {
  it('counts messages that wait and those in flight, but not delayed ones', async () => {
    const sqs = await startSqsFixture();
    try {
      const queue = createSqsDeliveryQueue(sqs.client, sqs.queueUrl);
      await queue.sendAll([aJob(), aJob(), aJob()]);
      await queue.sendLater(aJob(), 900);
      await sqs.client.send(new ReceiveMessageCommand({ QueueUrl: sqs.queueUrl, MaxNumberOfMessages: 1 }));

      expect(await createQueueLength(sqs.client, sqs.queueUrl)()).toBe(3);
    } finally {
      await sqs.stop();
    }
  });

  it('adds up the queues', async () => {
    const sqs = await startSqsFixture();
    try {
      const slowUrl = sqs.addQueue('slow');
      await createSqsDeliveryQueue(sqs.client, sqs.queueUrl).sendAll([aJob(), aJob(), aJob()]);
      await createSqsDeliveryQueue(sqs.client, slowUrl).sendAll([aJob(), aJob()]);

      expect(await createQueueLength(sqs.client, sqs.queueUrl, slowUrl)()).toBe(5);
      expect(await createQueueLength(sqs.client, slowUrl)()).toBe(2);
    } finally {
      await sqs.stop();
    }
  });

  it('returns nothing while one of them is unresponsive', async () => {
    const sqs = await startSqsFixture();
    try {
      const length = createQueueLength(sqs.client, sqs.queueUrl, `${sqs.queueUrl}-gone`);

      await expect(length()).rejects.toThrow();
    } finally {
      await sqs.stop();
    }
  });
});
