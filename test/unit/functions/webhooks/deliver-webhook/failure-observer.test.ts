import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFailureObserver } from '#functions/webhooks/deliver-webhook/failure-observer.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import type { NotificationCondition } from '#shared/webhooks/domain/notification.ts';
import {
  aContext,
  aDelivery,
  anAttempt,
  anEndpoint,
  aRetry,
  createWorkspaceIn,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/builders.ts';
import { aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { createMemoryNotificationQueue } from '#test/support/fakes/webhooks/memory-notification-queue.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const FAILED = { state: 'failed', nextAttemptAt: null, finishedAt: NOW } as const;
const REJECTED = { ...FAILED, reason: 'receiver_rejected' } as const;
const EXHAUSTED = { ...FAILED, reason: 'attempts_exhausted' } as const;

/** The observed stores over the fakes, and the reads of targets. */
async function startObserving() {
  const fixture = createMemoryFixture();
  const queue = createMemoryNotificationQueue();
  const clock = createTestClock();
  const reads: string[] = [];
  const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
  const endpoint = anEndpoint({ ...owned, enabled: true });
  await fixture.endpoints.create(endpoint, aContext());
  const observe = () =>
    createFailureObserver(
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
  const observer = observe();
  const target = { ...endpoint, deleted: false, health: HEALTHY };
  const openSince = (openedAt: Date) => ({
    ...target,
    health: { ...HEALTHY, breaker: { openedAt, probeAt: openedAt } },
  });

  return {
    ...fixture,
    queue,
    clock,
    reads,
    workspaceId,
    target,
    openSince,
    observe,
    observer,
    observed: { ...observer.endings(fixture.deliveries), ...observer.attempts(fixture.deliveries) },
    health: observer.health(fixture.health),
    sent: () => queue.sent.map(({ message }) => message),
    aDelivery: (overrides: Partial<Delivery> = {}) =>
      aDelivery({ workspaceId, endpointId: endpoint.id, ...overrides }),
    want: (...conditions: NotificationCondition[]) =>
      fixture.notificationTargets.create(aNotificationTarget({ workspaceId, conditions }), aContext()),
  };
}

let world: Awaited<ReturnType<typeof startObserving>>;

beforeEach(async () => {
  world = await startObserving();
});

describe('failure observer, deliveries', () => {
  it.each([
    ['first_final_failure', REJECTED, false],
    ['first_final_failure', EXHAUSTED, true],
    ['attempts_exhausted', EXHAUSTED, true],
  ] as const)('reports a final failure to a target with %s', async (condition, end, exhausted) => {
    await world.want(condition);
    const delivery = world.aDelivery();
    await world.observed.recordAttempt(delivery, anAttempt(), end);

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
    await world.observed.recordAttempt(world.aDelivery(), anAttempt(), end);

    expect(world.sent()).toEqual([]);
  });

  it('reads no target for a retry, a success or a test event', async () => {
    await world.want('first_final_failure');
    const success = { ...FAILED, state: 'succeeded', reason: null } as const;
    await world.observed.recordAttempt(world.aDelivery(), anAttempt(), aRetry());
    await world.observed.recordAttempt(world.aDelivery(), anAttempt({ outcome: 'success' }), success);
    await world.observed.recordAttempt(world.aDelivery({ test: true }), anAttempt(), REJECTED);

    expect({ reads: world.reads, sent: world.sent() }).toEqual({ reads: [], sent: [] });
  });

  it('reads the targets of a workspace once a minute, and queues nothing without one', async () => {
    for (let made = 0; made < 5; made += 1)
      await world.observed.recordAttempt(world.aDelivery(), anAttempt(), REJECTED);
    expect(world.reads).toHaveLength(1);
    expect(world.sent()).toEqual([]);
    await world.want('first_final_failure');
    world.clock.advance(60);
    await world.observed.recordAttempt(world.aDelivery(), anAttempt(), REJECTED);

    expect(world.reads).toHaveLength(2);
    expect(world.sent()).toHaveLength(1);
  });

  it('reports a delivery whose payload expired', async () => {
    await world.want('first_final_failure');
    await world.observed.settle(world.aDelivery(), { ...FAILED, reason: 'payload_expired' });

    expect(world.sent()).toMatchObject([{ observed: 'delivery_failed', exhausted: false }]);
  });

  it('reports it again if the run that recorded it stopped before', async () => {
    await world.want('first_final_failure');
    const delivery = world.aDelivery();
    world.queue.breakDown();
    await expect(world.observed.recordAttempt(delivery, anAttempt(), REJECTED)).rejects.toThrow('down');
    world.queue.repair();
    await world.observed.claim(delivery, 1, NOW);

    expect(world.sent()).toMatchObject([{ deliveryId: delivery.id }]);
  });
});

describe('failure observer, circuit breaker', () => {
  async function timeOut(times = 6): Promise<void> {
    for (let made = 0; made < times; made += 1) {
      const timeout = { deliveryId: randomUUID(), isFirst: false };
      await world.health.recordTimeout(world.target, timeout, world.clock(), secondsAfterNow(30));
    }
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

  it('reports an opening once per container, also one that another run could not report', async () => {
    await world.want('breaker_opened');
    const openedAt = secondsAfterNow(-100);
    const read = () => world.observer.endpoints({ readTarget: async () => world.openSince(openedAt) });
    await read().readTarget(world.target.id);
    await read().readTarget(world.target.id);

    expect(world.sent()).toMatchObject([{ observed: 'breaker_opened', at: openedAt.getTime() }]);
  });

  it('reads no target while the breaker is closed', async () => {
    await world.want('breaker_opened');
    const target = await world.observer.endpoints(world.endpoints).readTarget(world.target.id);

    expect(target?.id).toBe(world.target.id);
    expect(world.reads).toEqual([]);
  });

  it('reports the closing before it is written, so that a run that stops repeats both', async () => {
    await world.want('breaker_closed');
    await timeOut();
    const open = world.openSince(NOW);
    world.queue.breakDown();
    await expect(world.health.recordResponse(open)).rejects.toThrow('down');
    world.queue.repair();

    expect(await world.health.recordResponse(open)).toBe(true);
    expect(world.sent()).toMatchObject([{ observed: 'breaker_closed', openedAt: NOW.getTime() }]);
  });

  it('reports no closing of a breaker that was not open, or that no target wants', async () => {
    await world.health.recordResponse(world.target);
    expect(world.reads).toEqual([]);
    await world.want('breaker_opened');
    await world.health.recordResponse(world.openSince(NOW));

    expect(world.sent()).toEqual([]);
  });
});
