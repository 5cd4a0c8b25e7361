import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEndpointBreaker } from '#functions/webhooks/deliver-webhook/endpoint-breaker.ts';
import { createFailureNotifier } from '#functions/webhooks/deliver-webhook/failure-notifier.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { NotificationCondition } from '#shared/webhooks/domain/notification.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, aJob, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { BREAKER, createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

const FAILED = { state: 'failed', nextAttemptAt: null, finishedAt: NOW } as const;
const REJECTED = { ...FAILED, reason: 'receiver_rejected' } as const;
const EXHAUSTED = { ...FAILED, reason: 'attempts_exhausted' } as const;

/** The notifier and the breaker over the fakes, and the reads of targets. */
async function startNotifying() {
  const delivering = createDeliveryFixture();
  const { platform: fixture, notificationQueue: queue, clock } = delivering;
  const reads: string[] = [];
  const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
  const endpoint = anEndpoint({ ...owned, enabled: true });
  await fixture.endpoints.create(endpoint, aContext());
  const notifier = createFailureNotifier(
    {
      notificationTargets: {
        list: (id) => {
          reads.push(id);
          return fixture.notificationTargets.list(id);
        },
      },
      notificationQueue: queue,
    },
    clock,
  );
  const breaker = createEndpointBreaker(
    { ...delivering, ...fixture, ...BREAKER, random: () => 0.5, after: delivering.timers.after },
    notifier,
  );
  const target = { ...endpoint, deleted: false, health: HEALTHY };
  const openSince = (openedAt: Date) => ({
    ...target,
    health: { ...HEALTHY, breaker: { openedAt, probeAt: openedAt } },
  });

  return {
    platform: fixture,
    queue,
    clock,
    reads,
    workspaceId,
    target,
    openSince,
    delivering,
    notifier,
    /** An attempt with this outcome ends. */
    learn: (about: DeliveryTarget, outcome: 'timeout' | 'success') =>
      breaker.recordOutcome(aJob({ deliveryId: randomUUID() }), about, { outcome, durationMs: 0 }),
    sent: () => queue.sent.map(({ message }) => message),
    aDelivery: (overrides: Partial<Delivery> = {}) =>
      aDelivery({ workspaceId, endpointId: endpoint.id, ...overrides }),
    want: (...conditions: NotificationCondition[]) =>
      fixture.notificationTargets.create(aNotificationTarget({ workspaceId, conditions }), aContext()),
  };
}

let world: Awaited<ReturnType<typeof startNotifying>>;

beforeEach(async () => {
  world = await startNotifying();
});

describe('failure notifier, deliveries', () => {
  it.each([
    ['first_final_failure', REJECTED, false],
    ['first_final_failure', EXHAUSTED, true],
    ['attempts_exhausted', EXHAUSTED, true],
  ] as const)('reports a final failure to a target with %s', async (condition, end, exhausted) => {
    await world.want(condition);
    const delivery = world.aDelivery();
    await world.notifier.deliveryEnded({ ...delivery, ...end });

    expect(world.sent()).toEqual([
      {
        observed: 'delivery_failed',
        workspaceId: world.workspaceId,
        endpointId: delivery.endpointId,
        at: NOW.getTime(),
        deliveryId: delivery.id,
        exhausted,
      },
    ]);
  });

  it.each([
    ['attempts_exhausted', REJECTED],
    ['breaker_opened', EXHAUSTED],
  ] as const)('reports nothing that no target wants: %s', async (condition, end) => {
    await world.want(condition);
    await world.notifier.deliveryEnded({ ...world.aDelivery(), ...end });

    expect(world.sent()).toEqual([]);
  });

  it('reads no target for a retry, a success or a test event', async () => {
    await world.want('first_final_failure');
    const success = { ...FAILED, state: 'succeeded', reason: null } as const;
    await world.notifier.deliveryEnded({ ...world.aDelivery(), ...aRetry() });
    await world.notifier.deliveryEnded({ ...world.aDelivery(), ...success });
    await world.notifier.deliveryEnded({ ...world.aDelivery({ test: true }), ...REJECTED });

    expect({ reads: world.reads, sent: world.sent() }).toEqual({ reads: [], sent: [] });
  });

  it('reads the targets of a workspace once a minute, and queues nothing without one', async () => {
    for (let made = 0; made < 5; made += 1)
      await world.notifier.deliveryEnded({ ...world.aDelivery(), ...REJECTED });
    expect(world.reads).toHaveLength(1);
    expect(world.sent()).toEqual([]);
    await world.want('first_final_failure');
    world.clock.advance(60);
    await world.notifier.deliveryEnded({ ...world.aDelivery(), ...REJECTED });

    expect(world.reads).toHaveLength(2);
    expect(world.sent()).toHaveLength(1);
  });

  it('reports a delivery whose payload expired', async () => {
    const { endpoint, job } = await world.delivering.prepare({ event: { body: '' } });
    await world.platform.notificationTargets.create(
      aNotificationTarget({ workspaceId: endpoint.workspaceId, conditions: ['first_final_failure'] }),
      aContext(),
    );
    await world.delivering.deliver(job);

    expect(world.sent()).toMatchObject([{ observed: 'delivery_failed', exhausted: false }]);
  });

  it('reports it again if the run that recorded it stopped before', async () => {
    const delivering = createDeliveryFixture(410);
    const { endpoint, job } = await delivering.prepare();
    await delivering.platform.notificationTargets.create(
      aNotificationTarget({ workspaceId: endpoint.workspaceId, conditions: ['first_final_failure'] }),
      aContext(),
    );
    delivering.notificationQueue.breakDown();
    await expect(delivering.deliver(job)).rejects.toThrow('down');
    delivering.notificationQueue.repair();
    await delivering.deliver(job, 2);

    expect(delivering.notificationQueue.sent).toMatchObject([{ message: { deliveryId: job.deliveryId } }]);
  });
});

describe('failure notifier, circuit breaker', () => {
  async function timeOut(times = 6): Promise<void> {
    const timedOut = { ...HEALTHY, timedOutDeliveries: new Set(['earlier']) };
    for (let made = 0; made < times; made += 1)
      await world.learn({ ...world.target, health: timedOut }, 'timeout');
  }

  it('reports the opening when it happens', async () => {
    await world.want('breaker_opened');
    await timeOut(5);
    expect(world.sent()).toEqual([]);
    await timeOut(1);

    const { workspaceId, target } = world;
    expect(world.sent()).toEqual([
      { observed: 'breaker_opened', workspaceId, endpointId: target.id, at: NOW.getTime() },
    ]);
  });

  it('reports an opening once per container', async () => {
    await world.want('breaker_opened');
    const openedAt = secondsAfterNow(-100);
    await world.notifier.breakerOpened(world.target, openedAt);
    await world.notifier.breakerOpened(world.target, openedAt);

    expect(world.sent()).toMatchObject([{ observed: 'breaker_opened', at: openedAt.getTime() }]);
  });

  it('reports an opening that another run could not report, when an attempt reads the endpoint', async () => {
    const { platform, deliver, prepare, notificationQueue } = world.delivering;
    const { endpoint, job } = await prepare();
    await platform.notificationTargets.create(
      aNotificationTarget({ workspaceId: endpoint.workspaceId, conditions: ['breaker_opened'] }),
      aContext(),
    );
    const target = { ...endpoint, deleted: false, health: HEALTHY };
    for (let made = 0; made < 6; made += 1)
      await platform.health.recordTimeout(
        target,
        { deliveryId: randomUUID(), isFirst: false },
        NOW,
        secondsAfterNow(30),
      );
    await deliver(job);

    expect(notificationQueue.sent).toMatchObject([{ message: { observed: 'breaker_opened' } }]);
  });

  it('reads no target while the breaker is closed', async () => {
    await world.want('breaker_opened');
    await world.learn(world.target, 'success');

    expect(world.reads).toEqual([]);
  });

  it('reports the closing before it is written, so that a run that stops repeats both', async () => {
    await world.want('breaker_closed');
    await timeOut();
    const open = world.openSince(NOW);
    world.queue.breakDown();
    await world.learn(open, 'success');
    expect((await world.delivering.healthOf(world.target))?.breaker).not.toBeNull();
    world.queue.repair();
    await world.learn(open, 'success');

    expect((await world.delivering.healthOf(world.target))?.breaker).toBeNull();
    expect(world.sent()).toMatchObject([{ observed: 'breaker_closed', openedAt: NOW.getTime() }]);
  });

  it('reports no closing of a breaker that was not open, or that no target wants', async () => {
    await world.learn(world.target, 'success');
    expect(world.reads).toEqual([]);
    await world.want('breaker_opened');
    await world.learn(world.openSince(NOW), 'success');

    expect(world.sent()).toEqual([]);
  });
});
