import { describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const PATH = '/api/v1/workspace-webhooks';

function subscribedTo(event: string, channel?: string) {
  return { subscriptions: [{ event, ...(channel ? { channel } : {}) }] };
}

describe('errors of webhook management', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const tables = forAllTests(() => openRawTables(stack), 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  it.each([
    ['url_not_https', '#/url', { url: 'http://hooks.example.com/in' }],
    ['url_not_public', '#/url', { url: 'https://192.168.0.9/in' }],
    ['url_not_public', '#/url', { url: 'https://[fd00:ec2::254]/latest' }],
    ['invalid_url', '#/url', { url: 'https://user:pass@hooks.example.com' }],
    ['event_unknown', '#/subscriptions/0/event', subscribedTo('salesbot.contact.sneezed')],
    ['channel_unknown', '#/subscriptions/0/channel', subscribedTo('salesbot.contact.created', 'fax')],
    ['channel_not_allowed', '#/subscriptions/0/channel', subscribedTo('publishing.post.deleted', 'sms')],
    [
      'channel_status_unsupported',
      '#/subscriptions/0/channel',
      subscribedTo('salesbot.message.sent', 'tiktok'),
    ],
  ])('return %s at %s on create and on update, and change nothing', async (code, pointer, wrong) => {
    const { id, path } = await createEnabledEndpoint(api, receiver.url);
    const before = (await api('GET', path)).text;
    const good = {
      name: 'Good',
      url: 'https://hooks.example.com/in',
      ...subscribedTo('salesbot.contact.created'),
    };
    const created = await api('POST', PATH, { body: { ...good, ...wrong } });
    const updated = await api('PATCH', path, { body: wrong });

    for (const response of [created, updated]) {
      expect([response.status, response.body.code, response.body.errors[0].pointer]).toEqual([
        422,
        code,
        pointer,
      ]);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
    expect((await api('GET', path)).text).toBe(before);
    expect((await api('GET', PATH)).body.data.map((endpoint: { id: string }) => endpoint.id)).toEqual([id]);
    expectStatus(await api('DELETE', path), 204);
  });

  it('endpoint_paused and endpoint_suspended stop tests, resends and recoveries; suspended speaks first', async () => {
    const { id, path, deliveryId } = await endpointWithDelivery();
    const attempts = [
      ['test', {}],
      [`deliveries/${deliveryId}/resend`, {}],
      ['recover', { since: new Date(0).toISOString() }],
    ] as const;
    const codes = async () =>
      Promise.all(
        attempts.map(async ([tail, body]) => {
          const response = await api('POST', `${path}/${tail}`, { body });
          return [response.status, response.body.code];
        }),
      );

    expectStatus(await api('POST', `${path}/pause`), 200);
    expect(await codes()).toEqual(attempts.map(() => [409, 'endpoint_paused']));
    await tables.rewrite((item) =>
      item['sk'] === 'E' && item['id'] === id
        ? { ...item, suspendedReason: 'responsible_admin_inactive' }
        : undefined,
    );
    expect(await codes()).toEqual(attempts.map(() => [409, 'endpoint_suspended']));
    expectStatus(await api('DELETE', path), 204);
  });

  it('payload_expired is 410 after seven days, whatever is still stored', async () => {
    const { path, deliveryId } = await endpointWithDelivery();
    await tables.rewrite((item) =>
      item['id'] === deliveryId ? { ...item, payloadExpiresAt: Date.now() - 1 } : undefined,
    );
    const resent = await api('POST', `${path}/deliveries/${deliveryId}/resend`);
    const read = await api('GET', `${path}/deliveries/${deliveryId}`);

    expect([resent.status, resent.body.code]).toEqual([410, 'payload_expired']);
    expect(read.body.data.payload).toBeNull();
    expect(read.body.data.attempts).toHaveLength(1);
    expectStatus(await api('DELETE', path), 204);
  });

  async function endpointWithDelivery(): Promise<{ id: string; path: string; deliveryId: string }> {
    const { id, path } = await createEnabledEndpoint(api, receiver.url);
    await ingestOrderPaid(api, 'once');
    const delivery = await waitFor('the delivery has ended', async () => {
      const [first] = (await api('GET', `${path}/deliveries?state=succeeded`)).body.data;
      return first;
    });
    return { id, path, deliveryId: delivery.id };
  }
});
