import { beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { BROADCAST_EVENTS } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const BROADCASTS = '/api/v1/broadcasts';
const BROADCAST = '/api/v1/broadcasts/{broadcast}';

type CreateBody = components['schemas']['CreateBroadcastBody'];

// Each test waits for the time of its own broadcast.
describe.concurrent('broadcasts over HTTP', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let secret: string;

  beforeAll(async () => {
    ({ secret } = await createEnabledEndpoint(api, receiver.url, BROADCAST_EVENTS));
  });

  async function create(fields: Partial<CreateBody> = {}): Promise<string> {
    const message = { type: 'text', body: 'Now' } as const;
    const body = { name: 'Sale', message, channel: 'whatsapp', ...fields } as const;
    return expectStatus(await api.POST(BROADCASTS, { body }), 201).body.data.id;
  }

  const of = (broadcast: string) => ({ path: { broadcast } });

  async function schedule(id: string, seconds: number) {
    const body = { scheduled_at: new Date(Date.now() + seconds * 1000).toISOString() };
    const response = await api.POST('/api/v1/broadcasts/{broadcast}/schedule', { params: of(id), body });
    return expectStatus(response, 200).body.data;
  }

  async function approve(id: string): Promise<void> {
    expectStatus(await api.POST('/api/v1/broadcasts/{broadcast}/approve', { params: of(id) }), 200);
  }

  const report = (id: string, body: components['schemas']['ReportBroadcastBody']) =>
    api.POST('/api/v1/broadcasts/{broadcast}/report', { params: of(id), body });

  async function show(id: string) {
    const { data } = expectStatus(await api.GET(BROADCAST, { params: of(id) }), 200).body;
    return data.source === 'platform' ? data : expect.fail('This platform manages the broadcast');
  }

  /** Bodies of the webhooks about a broadcast so far, each verified. */
  function webhooksOf(id: string) {
    return receiver.requests
      .map((request) => verifyDelivery(request, secret))
      .filter((body) => JSON.stringify(body['data']).includes(id))
      .map(({ event, data }) => ({ event, data }));
  }

  it('start at their time, are listed for the engine and end by its reports', async () => {
    const id = await create({ requires_approval: true, audience: { tags: ['customers'] } });
    await approve(id);
    const edit = { params: of(id), body: { message: { body: 'Now or never' } } };
    expectStatus(await api.PUT(BROADCAST, edit), 200);
    const { scheduled_at } = await schedule(id, 3);

    const found = await waitFor('the engine finds it in flight', async () => {
      const response = await api.GET(BROADCASTS, { params: { query: { state: 'in_flight' } } });
      return expectStatus(response, 200).body.data.find((each) => each.id === id);
    });
    expect(found).toMatchObject({ message: { body: 'Now or never' }, audience: { tags: ['customers'] } });
    expect(Date.parse(String(found.started_at))).toBeGreaterThanOrEqual(Date.parse(String(scheduled_at)));
    const late = await api.PUT(BROADCAST, { params: of(id), body: { name: 'Late' } });
    expect(expectStatus(late, 409).body.code).toBe('broadcast_not_editable');

    expectStatus(await report(id, { recipients: 3, sent: 1 }), 200);
    const last = { sent: 2, failed: 1, outcome: 'completed' } as const;
    expectStatus(await report(id, last), 200);
    expectStatus(await report(id, last), 409);
    expect(await show(id)).toMatchObject({ state: 'finished', recipients: 3, sent: 2, failed: 1 });

    const webhooks = await waitFor('both webhooks have come', () => {
      const come = webhooksOf(id);
      return come.length >= 2 && come;
    });
    expect(webhooks).toHaveLength(2);
    expect(webhooks).toContainEqual({
      event: 'salesbot.broadcast.sent',
      data: { broadcast: { id, name: 'Sale' } },
    });
    expect(webhooks).toContainEqual({
      event: 'salesbot.broadcast.completed',
      data: { broadcast: { id, name: 'Sale', recipients: 3, sent: 2, failed: 1 } },
    });
  });

  it('do not start without approval, and return the reason', async () => {
    const id = await create({ requires_approval: true });
    await schedule(id, 1);
    const blocked = await waitFor('it is blocked', async () => {
      const data = await show(id);
      return data.blocked_reason !== null && data;
    });
    expect(blocked).toMatchObject({ state: 'scheduled', blocked_reason: 'approval_required' });

    await approve(id);
    expect(await show(id)).toMatchObject({ state: 'scheduled' });
    expect(webhooksOf(id)).toEqual([]);
    expectStatus(await api.POST('/api/v1/broadcasts/{broadcast}/send', { params: of(id) }), 202);
    await waitFor('its webhook has come', () => webhooksOf(id).length === 1);
  });

  it('start at their new time, not before', async () => {
    const id = await create();
    await schedule(id, 1);
    const moved = await schedule(id, 3);
    const started = await waitFor('it is in flight', async () => {
      const data = await show(id);
      return data.state === 'in_flight' && data;
    });

    expect(Date.parse(String(started.started_at))).toBeGreaterThanOrEqual(
      Date.parse(String(moved.scheduled_at)),
    );
    expectStatus(await api.POST('/api/v1/broadcasts/{broadcast}/cancel', { params: of(id) }), 200);
    await waitFor('both webhooks have come', () => webhooksOf(id).length === 2);
    expect(webhooksOf(id).map(({ event }) => event)).toContain('salesbot.broadcast.failed');
  });
});
