// Slow: it ends the process at every call of a run: 7 CPU seconds; test/contract/webhooks/notification-log has the conditions.
import { beforeEach, describe, expect, it } from 'vitest';
import * as sendNotification from '#functions/webhooks/send-notification/index.ts';
import * as sweepDeliveries from '#functions/webhooks/sweep-deliveries/index.ts';
import type { NotificationMessage } from '#shared/webhooks/domain/notification-message.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import type { Moment } from '#test/support/fixtures/platform/faults/crash-switch.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'message-1' }] };
const MOMENTS: readonly Moment[] = ['before', 'after'];

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** A workspace with two targets, whose receivers respond with the given statuses, and a message that both are notified about. */
async function setUp(...statuses: readonly number[]) {
  const { stores } = cloud;
  const secrets = createMemorySecretBox();
  const sender = createScriptedSender(...statuses);
  const { owned, workspaceId } = await createWorkspaceIn(stores.workspaces);
  const endpoint = anEndpoint(owned);
  await stores.endpoints.create(endpoint, aContext());
  for (const name of ['first', 'second']) {
    const target = aNotificationTarget({
      workspaceId,
      name,
      conditions: ['attempts_exhausted'],
      exhaustedAfter: 1,
    });
    const sealed = await secrets.seal('whsec_Y3VycmVudA==', notificationSealContext(target));
    const url = `https://hooks.example.com/${name}`;
    await stores.notificationTargets.create(
      { ...target, destination: { kind: 'https', url, sealed, hint: 'dA==', previous: null } },
      aContext(),
    );
  }
  const message: NotificationMessage = {
    observed: 'delivery_failed',
    workspaceId,
    endpointId: endpoint.id,
    at: cloud.clock().getTime(),
    deliveryId: endpoint.id,
    exhausted: true,
  };
  return {
    workspaceId,
    message,
    log: () => stores.notifications.list(workspaceId, { limit: 50 }),
    receivedBy: () => new Set(sender.requests.map(({ url }) => url)),
    requests: () => sender.requests.length,
    /** Handles a message in a new container. */
    handle: (body: unknown) =>
      cloud.start('send-notification', sendNotification, { ports: { secrets, sender } })(queueEvent(body)),
  };
}

/** What the minute sweep queues for a workspace once every claim has expired. */
async function sweptFor(workspaceId: string): Promise<unknown[]> {
  cloud.emptyQueues();
  cloud.clock.advance(120);
  await cloud.start('sweep-deliveries', sweepDeliveries)({}, CONTEXT);
  return cloud
    .bodies('notifications')
    .map((body): unknown => JSON.parse(body))
    .filter((body) => JSON.stringify(body).includes(workspaceId));
}

describe('send-notification, killed at any call', () => {
  it('has notified both targets, with one notification each, once the message and the sweep are repeated', async () => {
    const whole = await setUp(204, 204);
    cloud.power.restore();
    expect(await whole.handle(whole.message)).toEqual(DONE);
    const calls = cloud.power.calls().length;
    expect(calls).toBeGreaterThanOrEqual(8);

    for (let call = 1; call <= calls; call += 1) {
      for (const moment of MOMENTS) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const { workspaceId, message, handle, log, receivedBy } = await setUp(204, 204, 204, 204);
        cloud.power.cutAt(call, moment);
        await handle(message);
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();

        expect(await handle(message)).toEqual(DONE);
        for (const again of await sweptFor(workspaceId)) expect(await handle(again)).toEqual(DONE);
        expect(receivedBy().size).toBe(2);
        expect(await log()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
      }
    }
  });

  it('makes each planned attempt although the run that planned it is killed at any call', async () => {
    const calls = 12;
    for (let call = 1; call <= calls; call += 1) {
      if (isCrashSkipped('after', call)) continue;
      cloud.tidy();
      const { workspaceId, message, handle, log } = await setUp(503, 503, 204, 204, 204, 204);
      cloud.power.cutAt(call, 'after');
      await handle(message);
      cloud.power.restore();
      expect(await handle(message)).toEqual(DONE);
      for (let round = 0; round < 3; round += 1)
        for (const again of await sweptFor(workspaceId)) expect(await handle(again)).toEqual(DONE);

      expect(await log()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    }
  });
});

describe('send-notification, run twice and fed garbage', () => {
  it('sends once for a message that is delivered twice, also concurrently', async () => {
    const { message, handle, log, requests } = await setUp(204, 204);
    await Promise.all([handle(message), handle(message)]);
    await handle(message);

    expect(requests()).toBe(2);
    expect(await log()).toHaveLength(2);
  });

  it.each([
    ['another type', []],
    ['no known observation', { observed: 'everything' }],
    [
      'a workspace that is no id',
      { observed: 'breaker_opened', workspaceId: '../x', endpointId: '1', at: 0 },
    ],
    ['a time that is no number', { observed: 'breaker_opened', at: 'now' }],
  ])('returns a message with %s to its queue, and sends nothing', async (_, body) => {
    const { handle, log, requests } = await setUp();

    expect(await handle(body)).toEqual(AGAIN);
    expect(requests()).toBe(0);
    expect(await log()).toEqual([]);
  });
});
