import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const TARGETS = '/api/v1/notification-targets';
const LOG = '/api/v1/notifications';

/** A notification as the log shows it. */
type Listed = { readonly id: string; readonly target_id: string; readonly notification: string };

describe('notifications', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function createTarget(body: object = {}) {
    const target = {
      name: 'On call',
      kind: 'https',
      url: `${receiver.url}/notify`,
      conditions: ['first_final_failure'],
      ...body,
    };
    return expectStatus(await api('POST', TARGETS, { body: target }), 201).body;
  }

  const listed = async (): Promise<Listed[]> => expectStatus(await api('GET', LOG), 200).body.data;
  const loggedTo = (targetId: string) => async () =>
    (await listed()).find(({ target_id: id, ...rest }) => id === targetId && 'finished_at' in rest);

  it('reach a target, signed with its own secret, when a delivery fails for good, once for two failures', async () => {
    const { data: target, secret } = await createTarget();
    const endpoint = await createEnabledEndpoint(api, `${receiver.url}/gone`);
    receiver.behave(({ path }) => (path.endsWith('/gone') ? 410 : 204));
    await ingestOrderPaid(api, '2001');
    const notified = await waitFor('the notification arrives', () =>
      receiver.requests.find(({ path }) => path.endsWith('/notify')),
    );
    const body = verifyDelivery(notified, secret);

    expect(notified.headers['x-webhook-event']).toBe('notification.first_final_failure');
    expect(body).toMatchObject({
      notification: 'first_final_failure',
      test: false,
      endpoint: { id: endpoint.id, name: 'Receiver' },
    });
    const entry = await waitFor('the log shows it', loggedTo(target.id));
    expect(entry).toMatchObject({
      id: body['id'],
      endpoint_id: endpoint.id,
      delivery_id: body['delivery_id'],
    });

    await ingestOrderPaid(api, '2002');
    await waitFor('the second delivery has failed', async () => {
      const { data } = expectStatus(await api('GET', `${endpoint.path}/deliveries?state=failed`), 200).body;
      return data.length === 2;
    });
    expect((await listed()).filter(({ target_id: id }) => id === target.id)).toHaveLength(1);
    expectStatus(await api('DELETE', `${TARGETS}/${target.id}`), 204);
  });

  it('reach a Slack-compatible webhook, whose URL no response shows', async () => {
    const { data: target, ...rest } = await createTarget({
      kind: 'slack',
      url: `${receiver.url}/slack/SECRETPART`,
    });
    expect(rest).toEqual({});
    expect(target).toMatchObject({
      url: null,
      secret_hint: null,
      url_hint: expect.stringMatching(/…PART$/u),
    });
    const { data: test } = expectStatus(await api('POST', `${TARGETS}/${target.id}/test`), 202).body;
    const sent = await waitFor('the test arrives', () =>
      receiver.requests.find(({ path }) => path.endsWith('/slack/SECRETPART')),
    );

    expect(JSON.parse(sent.body.toString())).toEqual({
      text: expect.stringContaining('test of a notification target'),
    });
    expect(sent.headers).not.toHaveProperty('x-webhook-signature');
    await waitFor('the log shows it as delivered', async () =>
      (await listed()).some((one) => one.id === test.id && 'state' in one && one.state === 'delivered'),
    );
    const url = `${receiver.url}/slack/NEXTSECRET`;
    const moved = expectStatus(await api('PATCH', `${TARGETS}/${target.id}`, { body: { url } }), 200).body;
    expect(moved.data.url_hint).toMatch(/…CRET$/u);
    expectStatus(await api('POST', `${TARGETS}/${target.id}/test`), 202);
    await waitFor('a test arrives at the new URL', () =>
      receiver.requests.some(({ path }) => path.endsWith('/slack/NEXTSECRET')),
    );
    const shown = JSON.stringify([
      moved,
      expectStatus(await api('GET', TARGETS), 200).body,
      expectStatus(await api('GET', `${TARGETS}/${target.id}`), 200).body,
      await listed(),
    ]);
    expect(shown).not.toMatch(/SECRETPART|NEXTSECRET/u);
    expectStatus(await api('DELETE', `${TARGETS}/${target.id}`), 204);
  });

  it('are signed with both secrets after a rotation, and with the new one after its revocation', async () => {
    const { data: target, secret: first } = await createTarget({ url: `${receiver.url}/rotated` });
    const path = `${TARGETS}/${target.id}`;
    const rotate = async (immediate: boolean): Promise<string> =>
      expectStatus(await api('POST', `${path}/rotate-secret`, { body: { immediate } }), 200).body.secret;
    const testArrives = async () => {
      const { data: test } = expectStatus(await api('POST', `${path}/test`), 202).body;
      return waitFor('the test arrives', () =>
        receiver.requests.find(({ headers }) => headers['x-webhook-delivery'] === test.id),
      );
    };
    const second = await rotate(false);
    expectStatus(await api('POST', `${path}/rotate-secret`), 409);
    const between = await testArrives();
    for (const secret of [first, second])
      expect(verifyDelivery(between, secret)).toMatchObject({ test: true });

    const third = await rotate(true);
    const after = await testArrives();
    expect(verifyDelivery(after, third)).toMatchObject({ test: true });
    for (const secret of [first, second]) expect(() => verifyDelivery(after, secret)).toThrow();
    expectStatus(await api('DELETE', path), 204);
  });

  it('are audited as changes of their target', async () => {
    const { data: target } = await createTarget();
    expectStatus(await api('PATCH', `${TARGETS}/${target.id}`, { body: { name: 'Night shift' } }), 200);
    expectStatus(await api('POST', `${TARGETS}/${target.id}/test`), 202);
    expectStatus(await api('POST', `${TARGETS}/${target.id}/rotate-secret`), 200);
    expectStatus(await api('DELETE', `${TARGETS}/${target.id}`), 204);
    const operations = await waitFor('the audit log has five entries', async () => {
      const query = `resource=notification_target&resource_id=${target.id}`;
      const { data } = expectStatus(await api('GET', `/api/v1/audit-events?${query}`), 200).body;
      return data.length === 5 ? data.map(({ operation }: { operation: string }) => operation) : undefined;
    });

    expect(operations.toSorted()).toEqual([
      'create-notification-target',
      'delete-notification-target',
      'rotate-notification-secret',
      'send-test-notification',
      'update-notification-target',
    ]);
  });
});
