import type { LookupAddress } from 'node:dns';
import { beforeEach, expect, it } from 'vitest';
import * as sendNotification from '#functions/webhooks/send-notification/index.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import type { NotificationMessage } from '#shared/webhooks/domain/notification-message.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { startReceiverServer, startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const PUBLIC: LookupAddress = { address: '93.184.215.14', family: 4 };
const PRIVATE: LookupAddress = { address: '127.0.0.1', family: 4 };

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** The consumer with the deployed sender and guard. `resolve` replaces DNS. */
async function startNotifying(
  kind: 'https' | 'slack',
  url: string,
  resolve: (name: string) => Promise<LookupAddress[]>,
  allowedHosts: string[] = [],
) {
  const { stores } = cloud;
  const secrets = createMemorySecretBox();
  const { owned, workspaceId } = await createWorkspaceIn(stores.workspaces);
  const endpoint = anEndpoint(owned);
  await stores.endpoints.create(endpoint, aContext());
  const target = aNotificationTarget({ workspaceId, conditions: ['breaker_opened'] });
  const sealed = await secrets.seal(
    kind === 'https' ? 'whsec_Y3VycmVudA==' : url,
    notificationSealContext(target),
  );
  const destination =
    kind === 'https'
      ? ({ kind, url, sealed, hint: 'dA==', previous: null } as const)
      : ({ kind, sealed, hint: 'x' } as const);
  await stores.notificationTargets.create({ ...target, destination }, aContext());
  const sender = createWebhookSender({
    guard: createAddressGuard({ allowedHosts, resolve }),
    timeouts: { total: 500, connect: 300 },
  });
  const notify = cloud.start('send-notification', sendNotification, { ports: { secrets, sender } });
  const at = cloud.clock().getTime();
  return {
    handle: (message: NotificationMessage) => notify(queueEvent(message)),
    opened: { observed: 'breaker_opened', workspaceId, endpointId: endpoint.id, at } as const,
    log: () => stores.notifications.list(workspaceId, { limit: 10 }),
    async attemptAgain(): Promise<void> {
      const [latest] = await stores.notifications.list(workspaceId, { limit: 1 });
      cloud.clock.advance(7300);
      await notify(queueEvent({ observed: 'nothing', workspaceId, notificationId: latest?.id ?? '' }));
    },
    [Symbol.asyncDispose]: () => sender.close(),
  };
}

it.each(['https', 'slack'] as const)(
  'a %s target whose name resolves to a private address gets no connection',
  async (kind) => {
    await using receiver = await startReceiverSocket(() => undefined);
    const url = `https://evil.example.com:${receiver.port}/`;
    await using notifying = await startNotifying(kind, url, async () => [PRIVATE]);
    await notifying.handle(notifying.opened);

    expect(receiver.connections()).toBe(0);
    expect(await notifying.log()).toMatchObject([
      { state: 'failed', outcome: 'blocked_address', attempts: 1 },
    ]);
  },
);

it('checks the address of each retry: a name that changes to a private address gets no connection', async () => {
  await using receiver = await startReceiverSocket(() => undefined);
  const asked: string[] = [];
  const answers = [PUBLIC, PRIVATE];
  await using notifying = await startNotifying(
    'https',
    `https://evil.example.com:${receiver.port}/`,
    async (name) => {
      asked.push(name);
      return [answers.shift() ?? PRIVATE];
    },
  );
  await notifying.handle(notifying.opened);
  expect(await notifying.log()).toMatchObject([{ state: 'pending', attempts: 1 }]);
  await notifying.attemptAgain();

  expect(asked).toEqual(['evil.example.com', 'evil.example.com']);
  expect(receiver.connections()).toBe(0);
  expect(await notifying.log()).toMatchObject([{ state: 'failed', outcome: 'blocked_address', attempts: 2 }]);
});

it('does not follow a redirect to a private address', async () => {
  await using inner = await startReceiverServer((response) => void response.end());
  await using outer = await startReceiverServer((response) => {
    response.writeHead(307, { location: `${inner.url}/secret` }).end();
  });
  const url = `http://outer.example.com:${outer.port}/`;
  await using notifying = await startNotifying('https', url, async () => [PRIVATE], ['outer.example.com']);
  await notifying.handle(notifying.opened);

  expect(outer.requests).toHaveLength(1);
  expect(inner.requests).toHaveLength(0);
  expect(await notifying.log()).toMatchObject([{ outcome: 'redirect', statusCode: 307 }]);
});
