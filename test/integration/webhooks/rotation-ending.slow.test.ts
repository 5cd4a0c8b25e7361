import { describe, expect, it } from 'vitest';
import * as sendNotification from '#functions/webhooks/send-notification/index.ts';
import * as sweepDeliveries from '#functions/webhooks/sweep-deliveries/index.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { putItem } from '#shared/platform/store/write.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import {
  dueDeliveryPartition,
  dueNotificationsPartition,
  dueRotationNoticesPartition,
} from '#shared/webhooks/store/keys.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const HOUR = 3600;

const cloud = forEachTest(startLocalCloud, 'stop');

/** The deployed sweep and consumer, and an endpoint in a workspace with a notification target. */
async function setUp(...statuses: readonly number[]) {
  const { stores, clock } = cloud;
  const log = createRecordingLog();
  const secrets = createMemorySecretBox();
  const sender = createScriptedSender(...statuses);
  const { owned, workspaceId } = await createWorkspaceIn(stores.workspaces);
  const endpoint = anEndpoint({ ...owned, name: 'Order desk' });
  await stores.endpoints.create(endpoint, aContext());
  const target = aNotificationTarget({ workspaceId, conditions: ['rotation_ending'] });
  const sealed = await secrets.seal('whsec_Y3VycmVudA==', notificationSealContext(target));
  const destination = {
    kind: 'https',
    url: 'https://hooks.example.com/notify',
    sealed,
    hint: 'dA==',
    previous: null,
  } as const;
  await stores.notificationTargets.create({ ...target, destination }, aContext());

  const notify = cloud.start('send-notification', sendNotification, { ports: { secrets, sender } });
  return {
    endpoint,
    log,
    /** What the target received. */
    received: () => sender.requests.map(({ body }): unknown => JSON.parse(body.toString())),

    async rotate(before: Endpoint, immediate = false): Promise<Endpoint> {
      const after = rotateSecret(before, { sealed: 'new', hint: 'wxyz' }, immediate, clock());
      await stores.rotations.saveSecrets(before, after, aContext());
      return after;
    },

    /** One run of the minute schedule after some time, and then everything that it queued. Returns the number of messages. */
    async sweepAfter(seconds: number): Promise<number> {
      clock.advance(seconds);
      await cloud.start('sweep-deliveries', sweepDeliveries, { log })({}, CONTEXT);
      const bodies = cloud.bodies('notifications');
      for (const body of bodies)
        expect(await notify(queueEvent(JSON.parse(body)))).toEqual({ batchItemFailures: [] });
      cloud.emptyQueues();
      return bodies.length;
    },
  };
}

describe('the end of a rotation', () => {
  it('reaches a target once, when four hours are left', async () => {
    const { endpoint, rotate, sweepAfter, received } = await setUp();
    await rotate(endpoint);
    const end = new Date(cloud.clock().getTime() + 24 * HOUR * 1000).toISOString();

    expect(await sweepAfter(20 * HOUR)).toBe(0);
    expect(await sweepAfter(60)).toBe(1);
    expect(await sweepAfter(60)).toBe(0);
    expect(received()).toMatchObject([
      {
        notification: 'rotation_ending',
        endpoint: { id: endpoint.id, name: 'Order desk' },
        text: expect.stringContaining(end),
      },
    ]);
  });

  it('reaches a target although entries of the same indexes cannot be read', async () => {
    const { endpoint, rotate, sweepAfter, received, log } = await setUp();
    await rotate(endpoint);
    expect(await sweepAfter(20 * HOUR)).toBe(0);
    const minute = fullMinute(cloud.clock());
    const partitions = [
      dueRotationNoticesPartition(),
      dueNotificationsPartition(),
      dueDeliveryPartition(minute, 3),
    ];
    for (const duePk of partitions)
      await tryWrite(
        cloud.deliveries,
        putItem({ pk: `X#${duePk}`, sk: '1', duePk, dueSk: cloud.clock().toISOString() }),
      );

    expect(await sweepAfter(300)).toBe(1);
    expect(received()).toHaveLength(1);
    const unreadable = log.lines.filter(({ code }) => code === 'SWEEP_ITEM_UNREADABLE');
    expect(new Set(unreadable.map(({ fields }) => String(fields?.['detail'])))).toEqual(
      new Set(partitions.map((duePk) => expect.stringContaining(`X#${duePk}`))),
    );
  });

  it('reaches a target although its first attempt fails and the message of the second is lost', async () => {
    const { endpoint, rotate, sweepAfter, received } = await setUp(500);
    await rotate(endpoint);
    expect(await sweepAfter(20 * HOUR + 60)).toBe(1);
    expect(received()).toHaveLength(1);

    // The message of the second attempt was in the queue, which is empty now.
    expect(await sweepAfter(HOUR)).toBe(1);
    expect(received()).toHaveLength(2);
    expect(await sweepAfter(HOUR)).toBe(0);
  });

  it('reaches no target if all earlier secrets were revoked', async () => {
    const { endpoint, rotate, sweepAfter, received } = await setUp();
    await rotate(await rotate(endpoint), true);

    expect(await sweepAfter(20 * HOUR + 60)).toBe(1);
    expect(received()).toEqual([]);
  });
});
