import { describe, expect } from 'vitest';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpointBody, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

/** An API with one enabled endpoint, and deliveries of it. */
async function setUp() {
  const api = await startMemoryApi();
  const { body } = await api.call('create-endpoint', { json: anEndpointBody() });
  const endpoint = String(body.data.id);
  await api.call('update-endpoint', { params: { endpoint }, json: { enabled: true } });

  async function deliver(seconds: number, overrides: Partial<Delivery> = {}): Promise<Delivery> {
    const createdAt = secondsAfterNow(seconds);
    const delivery = aDelivery({
      endpointId: endpoint,
      workspaceId: api.workspaceId,
      createdAt,
      settingsVersion: 2,
      ...overrides,
    });
    const { state, reason, nextAttemptAt, finishedAt } = delivery;
    await api.deliveries.settle(delivery, { state, reason, nextAttemptAt, finishedAt });
    return delivery;
  }

  const list = (query: Record<string, string> = {}) =>
    api.call('list-deliveries', { params: { endpoint }, query });
  const idsOf = async (query: Record<string, string> = {}) =>
    (await list(query)).body.data.map(({ id }: { id: string }) => id);
  return { api, endpoint, deliver, list, idsOf };
}

describe('list-deliveries, happy', () => {
  it('shows each delivery with its attempts, but neither payload nor response bodies', async () => {
    const { api, endpoint, list } = await setUp();
    const delivery = aDelivery({ endpointId: endpoint, settingsVersion: 2 });
    await api.deliveries.recordAttempt(delivery, anAttempt({ responseText: 'private words' }), aRetry());
    const { status, body, text } = await list();

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: delivery.id,
          endpoint_id: endpoint,
          event_id: delivery.eventId,
          event: 'salesbot.store.order_paid',
          product: 'salesbot',
          channel: null,
          test: false,
          state: 'retrying',
          reason: 'receiver_error',
          resend_of: null,
          resend_count: 0,
          created_at: NOW.toISOString(),
          next_attempt_at: secondsAfterNow(60).toISOString(),
          finished_at: null,
          payload_expires_at: secondsAfterNow(7 * 86_400).toISOString(),
          attempts: [
            {
              number: 1,
              started_at: NOW.toISOString(),
              status_code: 500,
              duration_ms: 12,
              outcome: 'http_error',
              error: 'The receiver answered 500.',
            },
          ],
        },
      ],
      next_cursor: null,
      has_more: false,
    });
    expect(text).not.toContain('private words');
  });

  it('lists newest first, or oldest first on request', async ({ deliver, idsOf }) => {
    const ids = [(await deliver(1)).id, (await deliver(2)).id, (await deliver(3)).id];

    expect(await idsOf()).toEqual(ids.toReversed());
    expect(await idsOf({ order: 'asc' })).toEqual(ids);
  });

  it.each(['asc', 'desc'])('pages in order %s without gaps or duplicates', async (order) => {
    const { deliver, list, idsOf } = await setUp();
    for (let count = 0; count < 5; count += 1) await deliver(count);
    const pages: string[] = [];
    let cursor: Record<string, string> = {};
    for (let page = 0; page < 3; page += 1) {
      const { body } = await list({ order, limit: '2', ...cursor });
      pages.push(...body.data.map(({ id }: { id: string }) => id));
      expect(body.has_more).toBe(page < 2);
      cursor = { cursor: String(body.next_cursor) };
    }

    expect(pages).toEqual(await idsOf({ order }));
    expect(new Set(pages).size).toBe(5);
  });

  it('filters by the outcome and the status of one attempt', async ({ deliver, idsOf }) => {
    const attempts = [
      anAttempt({ number: 1, statusCode: 503 }),
      anAttempt({ number: 2, outcome: 'timeout', statusCode: null }),
    ];
    const { id } = await deliver(1, { attempts });
    await deliver(2, { attempts: [anAttempt({ statusCode: 500 })] });
    await deliver(3);

    for (const query of [
      { status_code: '503' },
      { outcome: 'timeout' },
      { outcome: 'http_error', status_code: '503' },
      { status_code: '503', state: 'queued' },
    ])
      expect(await idsOf(query)).toEqual([id]);
    expect(await idsOf({ outcome: 'timeout', status_code: '503' })).toEqual([]);
    expect(await idsOf({ outcome: 'success' })).toEqual([]);
  });

  it.each([
    [{ status_code: '99' }, 'out_of_range'],
    [{ status_code: '2xx' }, 'out_of_range'],
    [{ outcome: 'lost' }, 'invalid_format'],
  ])('rejects %o', async (query, code) => {
    const { list } = await setUp();
    const { status, body } = await list(query);
    expect([status, body.errors[0].code]).toEqual([422, code]);
  });

  it('filters by event and by time', async ({ deliver, idsOf }) => {
    const early = await deliver(10);
    const sent = await deliver(20, { event: 'salesbot.message.sent' });
    const late = await deliver(30);

    expect(await idsOf({ event: 'salesbot.message.sent' })).toEqual([sent.id]);
    expect(await idsOf({ since: secondsAfterNow(20).toISOString() })).toEqual([late.id, sent.id]);
    expect(await idsOf({ until: '2026-06-01T14:00:20+02:00' })).toEqual([sent.id, early.id]);
    expect(await idsOf({ since: secondsAfterNow(40).toISOString() })).toEqual([]);
  });

  it('shows and filters a pending delivery of outdated settings as cancelled', async () => {
    const { api, endpoint, deliver, list, idsOf } = await setUp();
    const open = await deliver(1, { state: 'retrying', nextAttemptAt: secondsAfterNow(60) });
    const done = await deliver(2, { state: 'succeeded', finishedAt: secondsAfterNow(3) });
    await api.call('update-endpoint', { params: { endpoint }, json: { url: 'https://other.example.com/' } });

    expect((await list({ state: 'cancelled' })).body.data).toMatchObject([
      { id: open.id, state: 'cancelled', reason: 'endpoint_edited', next_attempt_at: null },
    ]);
    expect(await idsOf({ state: 'retrying' })).toEqual([]);
    expect(await idsOf({ state: 'succeeded' })).toEqual([done.id]);

    await api.call('update-endpoint', { params: { endpoint }, json: { enabled: false } });
    expect((await list({ state: 'cancelled' })).body.data).toMatchObject([{ reason: 'endpoint_paused' }]);
  });

  it('cancels nothing after a rename', async ({ api, endpoint, deliver, list }) => {
    await deliver(1, { state: 'held', reason: 'endpoint_suspended' });
    await api.call('update-endpoint', { params: { endpoint }, json: { name: 'Other' } });

    expect((await list()).body.data).toMatchObject([{ state: 'held', reason: 'endpoint_suspended' }]);
  });

  it('finds the few matches of a filter among many, and returns where to continue', async () => {
    const { deliver, idsOf, list } = await setUp();
    const rare = await deliver(0, { state: 'failed', reason: 'receiver_rejected', finishedAt: NOW });
    for (let count = 1; count <= 450; count += 1) await deliver(count);
    const { body } = await list({ state: 'failed', limit: '5' });

    expect(await idsOf({ state: 'failed' })).toEqual([rare.id]);
    expect(body).toMatchObject({ next_cursor: null, has_more: false });
  });

  it('ends an expensive search with a short page whose cursor continues there', async ({ deliver, list }) => {
    const rare = await deliver(0, { state: 'failed', reason: 'receiver_rejected', finishedAt: NOW });
    for (let count = 1; count <= 2001; count += 1) await deliver(count);
    const first = await list({ state: 'failed' });
    const second = await list({ state: 'failed', cursor: String(first.body.next_cursor) });

    expect(first.body).toMatchObject({ data: [], has_more: true });
    expect(second.body).toMatchObject({ data: [{ id: rare.id }], has_more: false, next_cursor: null });
  });
});

describe('list-deliveries, error', () => {
  it.each([
    [{ state: 'sending' }, 'state', 'invalid_format'],
    [{ order: 'newest' }, 'order', 'invalid_format'],
    [{ since: 'today' }, 'since', 'invalid_format'],
    [{ until: '2026-02-30T00:00:00Z' }, 'until', 'invalid_format'],
    [{ limit: '1000' }, 'limit', 'out_of_range'],
    [{ offset: '1' }, 'offset', 'unknown_parameter'],
  ])('rejects %j at the parameter %s as %s', async (query, parameter, code, { list }) => {
    expect(await list(query)).toMatchObject({ status: 422, body: { code, errors: [{ parameter, code }] } });
  });

  it('rejects a cursor that was issued for another order, filter or endpoint', async () => {
    const { api, deliver, list } = await setUp();
    await deliver(1);
    await deliver(2);
    const cursor = String((await list({ limit: '1' })).body.next_cursor);
    const { body } = await api.call('create-endpoint', { json: anEndpointBody() });
    const responses = await Promise.all([
      list({ cursor, order: 'asc' }),
      list({ cursor, state: 'failed' }),
      api.call('list-deliveries', { params: { endpoint: body.data.id }, query: { cursor } }),
    ]);

    for (const response of responses)
      expect(response).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
    expect((await list({ cursor })).status).toBe(200);
  });
});

describe('list-deliveries, security', () => {
  it('shows nothing of an endpoint of another workspace', async ({ api, endpoint, deliver }) => {
    await deliver(1);
    const other = await api.createOtherWorkspace();

    expect(await api.call('list-deliveries', { params: { endpoint }, key: other.key })).toMatchObject({
      status: 404,
      body: { code: 'endpoint_not_found' },
    });
  });

  it('rejects a key that lacks a product of the endpoint', async ({ api, endpoint }) => {
    const key = api.grant(['publishing:webhooks:subscribe']);

    expect((await api.call('list-deliveries', { params: { endpoint }, key })).body.code).toBe(
      'product_not_permitted',
    );
  });
});
