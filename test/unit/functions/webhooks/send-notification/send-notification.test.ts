import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHandler } from '#functions/webhooks/send-notification/handler.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { NotificationMessage } from '#shared/webhooks/domain/notification-message.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createMemoryNotificationQueue } from '#test/support/fakes/webhooks/memory-notification-queue.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { readPages } from '#test/support/fixtures/platform/read-pages.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const SECRET = 'whsec_Y3VycmVudA==';
const SLACK_URL = 'https://hooks.example.com/services/T0/B0/XXXX';
const HOUR = 3600;
/** The consumer on fakes, with one workspace and one endpoint. */
async function startNotifying(...script: readonly number[]) {
  const fixture = createMemoryFixture();
  const secrets = createMemorySecretBox();
  const queue = createMemoryNotificationQueue();
  const sender = createScriptedSender(...script);
  const clock = createTestClock();
  const log = createRecordingLog();
  const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
  const endpoint = anEndpoint({ ...owned, name: 'Order desk' });
  await fixture.endpoints.create(endpoint, aContext());
  const handle = createHandler({
    ...fixture,
    queue,
    secrets,
    sender,
    mailer: undefined,
    apiOrigins: ['https://api.example.com'],
    retryDelays: [10, 60, 1800],
    delayLimit: 900,
    clock,
    random: () => 0.5,
    log,
  });

  return {
    ...fixture,
    endpoint,
    workspaceId,
    secrets,
    queue,
    sender,
    clock,
    log,
    handle,
    sentBodies: () => sender.requests.map(({ body }) => JSON.parse(body.toString())),
    logged: () => fixture.notifications.list(workspaceId, { limit: 50 }),

    async addTarget(overrides: Partial<NotificationTarget> = {}, kind: 'https' | 'slack' = 'https') {
      const target = aNotificationTarget({ workspaceId, id: newId(clock()), ...overrides });
      const text = kind === 'https' ? SECRET : SLACK_URL;
      const sealed = await secrets.seal(text, notificationSealContext(target));
      const destination =
        kind === 'https'
          ? ({ kind, url: 'https://hooks.example.com/notify', sealed, hint: 'dA==', previous: null } as const)
          : ({ kind, sealed, hint: 'hooks.example.com/…XXXX' } as const);
      const stored = { ...target, destination };
      await fixture.notificationTargets.create(stored, aContext());
      return stored;
    },

    failed(exhausted = false, deliveryId = randomUUID()): NotificationMessage {
      const at = clock().getTime();
      return { observed: 'delivery_failed', workspaceId, endpointId: endpoint.id, at, deliveryId, exhausted };
    },
    opened(at = clock().getTime()): NotificationMessage {
      return { observed: 'breaker_opened', workspaceId, endpointId: endpoint.id, at };
    },
    closed(openedAt: number): NotificationMessage {
      const at = clock().getTime();
      return { observed: 'breaker_closed', workspaceId, endpointId: endpoint.id, at, openedAt };
    },
  };
}

let world: Awaited<ReturnType<typeof startNotifying>>;

beforeEach(async () => {
  world = await startNotifying();
});

describe('send-notification, to an https target', () => {
  it('sends a request that is signed like a delivery, by the secret of the target', async () => {
    const target = await world.addTarget();
    const message = world.failed();
    await world.handle(message);
    const [request] = world.sender.requests;
    const [entry] = await world.logged();
    if (!request) throw new Error('Nothing was sent');

    expect(request.url).toBe('https://hooks.example.com/notify');
    expect(request.headers).toMatchObject({
      'x-webhook-event': 'notification.first_final_failure',
      'x-webhook-delivery': entry?.id,
      ...signatureHeaders({
        secrets: [SECRET],
        eventId: entry?.id ?? '',
        timestamp: Math.floor(NOW.getTime() / 1000),
        body: request.body,
      }),
    });
    expect(JSON.parse(request.body.toString())).toEqual({
      id: entry?.id,
      schema_version: '1',
      notification: 'first_final_failure',
      occurred_at: NOW.toISOString(),
      workspace_id: world.workspaceId,
      test: false,
      endpoint: { id: world.endpoint.id, name: 'Order desk' },
      delivery_id: 'deliveryId' in message ? message.deliveryId : '',
      exhausted_deliveries: null,
      text: expect.stringContaining('“Order desk” did not receive a delivery'),
    });
    expect(entry).toMatchObject({ targetId: target.id, state: 'delivered', attempts: 1, statusCode: 200 });
  });

  it('names no endpoint that was deleted', async () => {
    await world.addTarget();
    await world.endpoints.remove(world.endpoint, aContext());
    await world.handle(world.opened());

    expect(world.sentBodies()).toMatchObject([
      {
        endpoint: { id: world.endpoint.id, name: null },
        text: expect.stringContaining('A deleted webhook endpoint'),
      },
    ]);
  });
});

describe('send-notification, to a Slack-compatible webhook', () => {
  it('sends escaped text to the URL that was encrypted', async () => {
    await world.addTarget({}, 'slack');
    const hostile = 'a <!channel> & @here https://evil.example \u202Egnp.exe\u2066 <@U1|x>';
    await world.endpoints.save(
      world.endpoint,
      { endpoint: { ...world.endpoint, name: hostile, revision: 2 }, changed: 'details' },
      aContext(),
    );
    await world.handle(world.opened());
    const [{ text, ...rest }] = world.sentBodies();

    expect(world.sender.requests[0]?.url).toBe(SLACK_URL);
    expect(rest).toEqual({});
    expect(text).toContain(
      'a &lt;!channel&gt; &amp; @\u2060here https:\u2060//evil.example gnp.exe &lt;@\u2060U1|x&gt;',
    );
    expect(text).not.toMatch(/[<>\u202E\u2066]/u);
    expect(world.sender.requests[0]?.headers).not.toHaveProperty('x-webhook-signature');
  });
});

describe('send-notification, when conditions are met', () => {
  it('notifies each target with the condition, and no other', async () => {
    const wanted = [await world.addTarget({ conditions: ['breaker_opened'] }), await world.addTarget()];
    await world.addTarget({ conditions: ['breaker_closed', 'first_final_failure'] });
    await world.handle(world.opened());

    expect((await world.logged()).map(({ targetId }) => targetId).toSorted()).toEqual(
      wanted.map(({ id }) => id).toSorted(),
    );
  });

  it('notifies about one failure in an hour, and about another one after it', async () => {
    await world.addTarget({ conditions: ['first_final_failure'] });
    for (let index = 0; index < 3; index += 1) await world.handle(world.failed());
    expect(world.sender.requests).toHaveLength(1);
    world.clock.advance(HOUR);
    await world.handle(world.failed());

    expect(world.sender.requests).toHaveLength(2);
  });

  it('notifies when the attempts of N deliveries are exhausted', async () => {
    await world.addTarget({ conditions: ['attempts_exhausted'], exhaustedAfter: 3 });
    const repeated = world.failed(true);
    const [rejected, second, third] = [world.failed(false), world.failed(true), world.failed(true)];
    for (const message of [repeated, repeated, rejected, second]) await world.handle(message);
    expect(world.sender.requests).toHaveLength(0);
    await world.handle(third);

    expect(world.sentBodies()).toMatchObject([
      { notification: 'attempts_exhausted', exhausted_deliveries: 3 },
    ]);
  });

  it('notifies once about one opening, and again about the closing', async () => {
    await world.addTarget();
    const openedAt = world.clock().getTime();
    await world.handle(world.opened(openedAt));
    world.clock.advance(2 * HOUR);
    await world.handle(world.opened(openedAt));
    await world.handle(world.closed(openedAt));

    expect(world.sentBodies().map(({ notification }) => notification)).toEqual([
      'breaker_opened',
      'breaker_closed',
    ]);
  });

  it('notifies once about one suspension, and again about the next', async () => {
    await world.addTarget({ conditions: ['responsible_admin_lost'] });
    const { workspaceId, endpoint } = world;
    for (const settingsVersion of [1, 1, 2]) {
      const at = world.clock().getTime();
      const place = { workspaceId, endpointId: endpoint.id, at };
      await world.handle({ observed: 'responsible_admin_lost', ...place, settingsVersion });
      world.clock.advance(2 * HOUR);
    }

    expect(world.sentBodies()).toMatchObject([
      { notification: 'responsible_admin_lost', text: expect.stringContaining('must take over') },
      { notification: 'responsible_admin_lost' },
    ]);
  });

  describe('the end of a rotation', () => {
    const rotated = (immediate = false, before = world.endpoint, now = NOW) =>
      rotateSecret(before, { sealed: 'new', hint: 'wxyz' }, immediate, now);
    const endingAt = (at: number): NotificationMessage => {
      const { workspaceId, endpoint } = world;
      return { observed: 'rotation_ending', workspaceId, endpointId: endpoint.id, at };
    };
    const message = () => endingAt(NOW.getTime() + 20 * HOUR * 1000);

    beforeEach(() => world.addTarget({ conditions: ['rotation_ending'] }));

    it('is notified once, with the time when the old secret ends', async () => {
      await world.rotations.saveSecrets(world.endpoint, rotated(), aContext());
      await world.handle(message());
      world.clock.advance(2 * HOUR);
      await world.handle(message());
      const end = new Date(NOW.getTime() + 24 * HOUR * 1000).toISOString();

      expect(world.sentBodies()).toMatchObject([
        { notification: 'rotation_ending', text: expect.stringContaining(`the old secret until ${end}.`) },
      ]);
    });

    it('is not notified after all earlier secrets were revoked', async () => {
      const once = rotated();
      await world.rotations.saveSecrets(world.endpoint, once, aContext());
      await world.rotations.saveSecrets(once, rotated(true, once), aContext());
      await world.handle(message());

      expect(await world.logged()).toEqual([]);
    });

    it('is not notified for an earlier rotation than the last', async () => {
      const once = rotated();
      const twice = rotated(false, once, new Date(NOW.getTime() + 24 * HOUR * 1000));
      await world.rotations.saveSecrets(world.endpoint, once, aContext());
      await world.rotations.saveSecrets(once, twice, aContext());
      await world.handle(message());

      expect(await world.logged()).toEqual([]);
    });

    it('is not notified for a deleted endpoint', async () => {
      const once = rotated();
      await world.rotations.saveSecrets(world.endpoint, once, aContext());
      await world.endpoints.remove(once, aContext());
      await world.handle(message());

      expect(await world.logged()).toEqual([]);
    });
  });

  it('sends a requested test once, to its target alone', async () => {
    const { id: targetId } = await world.addTarget();
    await world.addTarget();
    const notificationId = newId(NOW);
    const { workspaceId } = world;
    const test = {
      observed: 'test_requested',
      workspaceId,
      at: NOW.getTime(),
      targetId,
      notificationId,
    } as const;
    await world.handle(test);
    await world.handle(test);

    expect(world.sentBodies()).toMatchObject([{ id: notificationId, test: true, endpoint: null }]);
    expect(await world.logged()).toMatchObject([{ id: notificationId, targetId, state: 'delivered' }]);
  });

  it('sends no test to a deleted target', async () => {
    const target = await world.addTarget();
    await world.notificationTargets.remove(target, aContext());
    const { workspaceId } = world;
    const job = { workspaceId, at: NOW.getTime(), targetId: target.id, notificationId: newId(NOW) };
    await world.handle({ observed: 'test_requested', ...job });

    expect(await world.logged()).toEqual([]);
  });
});

describe('send-notification, after a failed attempt', () => {
  async function startFailing(...script: readonly number[]) {
    world = await startNotifying(...script);
    await world.addTarget({ conditions: ['breaker_opened'] });
    await world.handle(world.opened());
    const [entry] = await world.logged();
    if (!entry) throw new Error('Nothing was recorded');
    const attempt = {
      observed: 'nothing',
      workspaceId: world.workspaceId,
      notificationId: entry.id,
    } as const;
    return { entry, attempt };
  }

  it('queues the next attempt with its delay, and makes it with the same id', async () => {
    const { entry, attempt } = await startFailing(500);
    expect(entry).toMatchObject({ state: 'pending', attempts: 1, statusCode: 500, reason: 'receiver_error' });
    expect(world.queue.sent).toEqual([{ message: attempt, delaySeconds: 10 }]);
    await world.handle(attempt);
    expect(world.sender.requests).toHaveLength(1);
    world.clock.advance(10);
    await world.handle(attempt);

    expect(await world.logged()).toMatchObject([
      { id: entry.id, state: 'delivered', attempts: 2, statusCode: 200 },
    ]);
    expect(new Set(world.sentBodies().map(({ id }) => id))).toEqual(new Set([entry.id]));
  });

  it('leaves an attempt that no message can be delayed for to the sweep', async () => {
    const { attempt } = await startFailing(500, 500, 500);
    for (const seconds of [10, 60]) {
      world.clock.advance(seconds);
      await world.handle(attempt);
    }

    expect(world.queue.sent).toHaveLength(2);
    expect(await world.logged()).toMatchObject([
      { attempts: 3, state: 'pending', nextAttemptAt: new Date(world.clock().getTime() + 1_800_000) },
    ]);
  });

  it('gives up after a final status', async () => {
    const { entry } = await startFailing(410);

    expect(entry).toMatchObject({ state: 'failed', statusCode: 410, reason: 'receiver_rejected' });
  });

  it('gives up after the last attempt', async () => {
    const { attempt } = await startFailing(500, 500, 500, 500);
    for (const seconds of [10, 60, 1800]) {
      world.clock.advance(seconds);
      await world.handle(attempt);
    }

    expect(await world.logged()).toMatchObject([
      { attempts: 4, state: 'failed', reason: 'attempts_exhausted' },
    ]);
  });

  it('cancels it if the target was deleted meanwhile', async () => {
    const { attempt } = await startFailing(500);
    const [target] = await world.notificationTargets.list(world.workspaceId);
    if (target) await world.notificationTargets.remove(target, aContext());
    world.clock.advance(10);
    await world.handle(attempt);

    expect(world.sender.requests).toHaveLength(1);
    expect(await world.logged()).toMatchObject([
      { state: 'cancelled', reason: 'target_deleted', attempts: 1 },
    ]);
  });

  it('ends it after a day', async () => {
    const { attempt } = await startFailing(500);
    world.clock.advance(25 * HOUR);
    await world.handle(attempt);

    expect(world.sender.requests).toHaveLength(1);
    expect(await world.logged()).toMatchObject([{ state: 'failed', reason: 'expired', nextAttemptAt: null }]);
  });

  it('shows nothing that the receiver returned but the status', async () => {
    await startFailing(500);

    expect(JSON.stringify(await world.logged())).not.toContain('answered');
  });

  it('repeats the attempt of a run that stopped after it sent', async () => {
    await world.addTarget({ conditions: ['breaker_opened'] });
    const parts = {
      ...world,
      mailer: undefined,
      apiOrigins: ['https://api.example.com'],
      secrets: world.secrets,
      retryDelays: [10],
      delayLimit: 900,
      random: () => 0.5,
    };
    const stopping = createHandler({
      ...parts,
      notifications: { ...world.notifications, finishAttempt: () => Promise.reject(new Error('killed')) },
    });
    await expect(stopping(world.opened())).rejects.toThrow('killed');
    await world.handle(world.opened());
    expect(world.sender.requests).toHaveLength(1);
    world.clock.advance(61);
    const [due] = await readPages(world.dueNotifications.readDue(world.clock()));
    expect(due).toBeDefined();
    await world.handle({
      observed: 'nothing',
      workspaceId: world.workspaceId,
      notificationId: due?.id ?? '',
    });

    expect(world.sender.requests).toHaveLength(2);
    expect(await world.logged()).toMatchObject([{ state: 'delivered' }]);
  });

  it('waits while the key service is unavailable', async () => {
    await world.addTarget({ conditions: ['breaker_opened'] });
    world.secrets.breakDown();
    await world.handle(world.opened());
    expect(world.sender.requests).toHaveLength(0);
    expect(world.log.lines.map(({ code }) => code)).toContain('SECRET_UNAVAILABLE');
    world.secrets.repair();
    world.clock.advance(61);
    const [due] = await readPages(world.dueNotifications.readDue(world.clock()));
    await world.handle({
      observed: 'nothing',
      workspaceId: world.workspaceId,
      notificationId: due?.id ?? '',
    });

    expect(await world.logged()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });
});
