import { afterEach, describe, expect, it } from 'vitest';
import * as sendNotification from '#functions/webhooks/send-notification/index.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { aContext, anOperatorContext } from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { aMember, createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import type { Moment } from '#test/support/fixtures/platform/faults/crash-switch.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { type DispatchStream, startDispatchStream } from '#test/support/fixtures/webhooks/dispatch-stream.ts';

const cloud = forEachTest(startLocalCloud, 'stop');
let stream: DispatchStream | undefined;
afterEach(async () => {
  cloud.power.restore();
  await stream?.stop();
  stream = undefined;
});

/** A workspace with a notification target, and with Grace, an admin who is responsible for two enabled endpoints and a paused one. */
async function setUp() {
  const { stores } = cloud;
  const secrets = createMemorySecretBox();
  const sender = createScriptedSender();
  const { workspaceId, owned } = await createWorkspaceIn(stores.workspaces);
  const grace = aMember({ workspaceId, email: 'grace@example.com' });
  await stores.members.create(grace, anOperatorContext());
  const own = { workspaceId, responsibleMember: grace };
  const [first, second, paused, other] = [
    anEndpoint({ ...own, enabled: true }),
    anEndpoint({ ...own, enabled: true }),
    anEndpoint({ ...own, enabled: false }),
    anEndpoint({ ...owned, enabled: true }),
  ];
  for (const endpoint of [first, second, paused, other]) await stores.endpoints.create(endpoint, aContext());
  const target = aNotificationTarget({ workspaceId, conditions: ['responsible_admin_lost'] });
  const sealed = await secrets.seal('whsec_Y3VycmVudA==', notificationSealContext(target));
  const url = 'https://hooks.example.com/notify';
  await stores.notificationTargets.create(
    { ...target, destination: { kind: 'https', url, sealed, hint: 'dA==', previous: null } },
    aContext(),
  );
  const notify = cloud.start('send-notification', sendNotification, { ports: { secrets, sender } });

  return {
    suspended: [first, second],
    grace: async () => (await stores.workspaces.findMember(workspaceId, grace.id)) ?? grace,
    read: async () => (await stores.endpoints.find(workspaceId, first.id)) ?? first,

    /** The observations in the queue. */
    observed: () => cloud.bodies('notifications').map((body): unknown => JSON.parse(body)),

    /** Handles every message in the queue, twice, and returns the endpoints that the target was notified about. */
    async notified(): Promise<unknown[]> {
      const bodies = cloud.bodies('notifications');
      for (const body of [...bodies, ...bodies])
        expect(await notify(queueEvent(JSON.parse(body)))).toEqual({ batchItemFailures: [] });
      cloud.emptyQueues();
      return sender.requests.map(({ body }): unknown => JSON.parse(body.toString()).endpoint.id);
    },
  };
}

/** Waits until the stream has passed everything that was written so far. */
async function passed(observed: () => unknown[], workspaceId: string): Promise<void> {
  const marker = aNotificationTarget({ workspaceId });
  await cloud.stores.notificationTargets.create(marker, aContext());
  await cloud.stores.notificationTargets.requestTest(marker, marker.id, aContext());
  await waitFor('the stream is processed', () => JSON.stringify(observed()).includes(marker.id));
}

describe('an endpoint that is suspended without any delivery', () => {
  it.each(['demoted', 'removed', 'without access to the product'])(
    'is reported once if its admin is %s',
    async (how) => {
      const { grace, suspended, observed, notified } = await setUp();
      stream = await startDispatchStream(cloud);
      const member = await grace();
      const context = anOperatorContext();
      if (how === 'removed') await cloud.stores.members.remove(member, context);
      else {
        const change = how === 'demoted' ? { role: 'editor' as const } : { products: [] };
        await cloud.stores.members.update(member, { ...member, ...change }, context);
      }
      await waitFor('both are reported', () => observed().length >= 2);

      expect(await notified()).toHaveLength(2);
      expect(new Set(await notified())).toEqual(new Set(suspended.map(({ id }) => id)));
    },
  );

  it('is not reported again by an edit, nor by a second suspension within the hour, but after it', async () => {
    const { grace, read, observed, notified, suspended } = await setUp();
    stream = await startDispatchStream(cloud);
    const member = await grace();
    const demoted = { ...member, role: 'editor' as const };
    await cloud.stores.members.update(member, demoted, anOperatorContext());
    await waitFor('both are reported', () => observed().length >= 2);
    expect(await notified()).toHaveLength(2);

    const before = await read();
    await cloud.stores.endpoints.save(before, anEdit(before, { name: 'Renamed' }), aContext());
    await passed(observed, before.workspaceId);
    expect(observed()).toHaveLength(1);
    cloud.emptyQueues();

    const suspendAgain = async (email: string) => {
      const held = await read();
      const next = aMember({ workspaceId: held.workspaceId, email });
      await cloud.stores.members.create(next, anOperatorContext());
      await cloud.stores.endpoints.save(held, anEdit(held, { takenOverBy: next }), aContext());
      const current = await cloud.stores.workspaces.findMember(held.workspaceId, next.id);
      await cloud.stores.members.remove(current ?? next, anOperatorContext());
      await waitFor('the suspension is reported', () => observed().length > 0);
    };
    await suspendAgain('heidi@example.com');
    expect(await notified()).toHaveLength(2);
    cloud.clock.advance(3601);
    await suspendAgain('ivan@example.com');
    expect((await notified()).filter((id) => id === suspended[0]?.id)).toHaveLength(2);
  });

  it.each<Moment>(['before', 'after'])(
    'is reported although the run that reports it is killed %s its call',
    async (moment) => {
      const { grace, suspended, notified } = await setUp();
      const member = await grace();
      // The process that removed the member is killed here: it has written the change, and nothing has run since.
      await cloud.stores.members.remove(member, anOperatorContext());
      let kills = 0;
      cloud.power.ignore('DescribeTable');
      cloud.power.cutAt(1, moment);
      stream = await startDispatchStream(cloud, () => {
        kills += 1;
        cloud.power.restore();
      });
      await waitFor('both are reported', () => kills > 0 && new Set(cloud.bodies('notifications')).size >= 2);

      expect(await notified()).toHaveLength(2);
      expect(new Set(await notified())).toEqual(new Set(suspended.map(({ id }) => id)));
    },
  );
});
