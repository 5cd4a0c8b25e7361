import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROADCAST_EVENTS } from '#test/support/broadcast-api.ts';
import { type ApiAnswer, apiClient, type ApiClient } from '#test/support/api-client.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/capturing-receiver.ts';
import { type RunningStack, startStack } from '#test/support/running-stack.ts';
import { until } from '#test/support/until.ts';
import { verifyDelivery } from '#test/support/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/webhook-user.ts';

const PATH = '/api/v1/broadcasts';

describe('broadcasts over HTTP', () => {
  let stack: RunningStack;
  let receiver: CapturingReceiver;
  let api: ApiClient;
  let secret: string;

  beforeAll(async () => {
    [stack, receiver] = await Promise.all([startStack(), startReceiver()]);
    api = apiClient(stack.baseUrl, stack.apiKey);
    ({ secret } = await createEnabledEndpoint(api, receiver.url, BROADCAST_EVENTS));
  });

  afterAll(async () => {
    await receiver?.close();
    await stack?.discard();
  });

  async function create(fields: object = {}): Promise<string> {
    const body = { name: 'Sale', message: { type: 'text', body: 'Now' }, channel: 'whatsapp', ...fields };
    return `${PATH}/${expectStatus(await api('POST', PATH, { body }), 201).body.data.id}`;
  }

  function schedule(path: string, seconds: number): Promise<ApiAnswer> {
    const scheduled_at = new Date(Date.now() + seconds * 1000).toISOString();
    return api('POST', `${path}/schedule`, { body: { scheduled_at } });
  }

  async function show(path: string) {
    return expectStatus(await api('GET', path), 200).body.data;
  }

  /** Bodies of the webhooks about a broadcast so far, each verified. */
  function webhooksOf(path: string) {
    const id = path.slice(PATH.length + 1);
    return receiver.requests
      .map((request) => verifyDelivery(request, secret))
      .filter((body) => JSON.stringify(body['data']).includes(id))
      .map(({ event, data }) => ({ event, data }));
  }

  it('start at their time, are found by the engine and end by its reports', async () => {
    const path = await create({ requires_approval: true, audience: { tags: ['customers'] } });
    const id = path.slice(PATH.length + 1);
    expectStatus(await api('POST', `${path}/approve`, { body: {} }), 200);
    expectStatus(await api('PUT', path, { body: { message: { body: 'Now or never' } } }), 200);
    const { scheduled_at } = expectStatus(await schedule(path, 3), 200).body.data;

    const [found] = await until('the engine finds it in flight', async () => {
      const { body } = await api('GET', `${PATH}?state=in_flight`);
      return body.data.some((each: { id: string }) => each.id === id) && body.data;
    });
    expect(found).toMatchObject({ message: { body: 'Now or never' }, audience: { tags: ['customers'] } });
    expect(Date.parse(found.started_at)).toBeGreaterThanOrEqual(Date.parse(scheduled_at));
    expect((await api('PUT', path, { body: { name: 'Late' } })).body.code).toBe('broadcast_not_editable');

    const progress = { recipients: 3, sent: 1 };
    expectStatus(await api('POST', `${path}/report`, { body: progress }), 200);
    const last = { sent: 2, failed: 1, outcome: 'completed' };
    expectStatus(await api('POST', `${path}/report`, { body: last }), 200);
    expect((await api('POST', `${path}/report`, { body: last })).status).toBe(409);
    expect(await show(path)).toMatchObject({ state: 'finished', recipients: 3, sent: 2, failed: 1 });

    const webhooks = await until('both webhooks have come', () => {
      const come = webhooksOf(path);
      return come.length >= 2 && come;
    });
    expect(webhooks).toHaveLength(2);
    expect(webhooks).toContainEqual({
      event: 'salesbot.broadcast.sent',
      data: { broadcast: { id, name: 'Sale', recipients: 0, sent: 0, failed: 0 } },
    });
    expect(webhooks).toContainEqual({
      event: 'salesbot.broadcast.completed',
      data: { broadcast: { id, name: 'Sale', recipients: 3, sent: 2, failed: 1 } },
    });
  });

  it('do not start unapproved, and say why', async () => {
    const path = await create({ requires_approval: true });
    expectStatus(await schedule(path, 1), 200);
    const blocked = await until('it is blocked', async () => {
      const data = await show(path);
      return data.blocked_reason !== null && data;
    });
    expect(blocked).toMatchObject({ state: 'scheduled', blocked_reason: 'approval_required' });

    expectStatus(await api('POST', `${path}/approve`, { body: {} }), 200);
    expect(await show(path)).toMatchObject({ state: 'scheduled' });
    expect(webhooksOf(path)).toEqual([]);
    expectStatus(await api('POST', `${path}/send`, { body: {} }), 202);
    await until('its webhook has come', () => webhooksOf(path).length === 1);
  });

  it('start at the time they were moved to, not before', async () => {
    const path = await create();
    expectStatus(await schedule(path, 1), 200);
    const moved = expectStatus(await schedule(path, 3), 200).body.data;
    const started = await until('it is in flight', async () => {
      const data = await show(path);
      return data.state === 'in_flight' && data;
    });

    expect(Date.parse(started.started_at)).toBeGreaterThanOrEqual(Date.parse(moved.scheduled_at));
    expectStatus(await api('POST', `${path}/cancel`, { body: {} }), 200);
    await until('both webhooks have come', () => webhooksOf(path).length === 2);
    expect(webhooksOf(path).map(({ event }) => event)).toContain('salesbot.broadcast.failed');
  });
});
