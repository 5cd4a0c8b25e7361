import { describe, expect } from 'vitest';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpointBody, type ApiRequest, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

const DAY = 86_400;

/** An API with two endpoints. */
async function setUp() {
  const api = await startMemoryApi();
  const [first, second] = [await another(), await another()];

  async function another(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const created = await api.call('create-endpoint', { json: anEndpointBody(body) });
    await api.call('enable-endpoint', { params: { endpoint: created.body.data.id } });
    return String(created.body.data.id);
  }

  /** Records an event that matched these endpoints, and returns it with its planned deliveries. */
  async function record(endpointIds: readonly string[], overrides: Partial<RecordedEvent> = {}) {
    const { workspaceId } = api;
    const matches = endpointIds.map((endpointId) => ({ endpointId, settingsVersion: 2, shards: 1 }));
    const event = anEvent({ workspaceId, matches, body: '{"data":{"order":{"id":"1"}}}', ...overrides });
    await api.events.record(event, aContext(), undefined);
    return { event, deliveries: planDeliveries(event, deliveryIdFor).map(toDelivery) };
  }

  const attempt = (delivery: Delivery | undefined) =>
    api.deliveries.recordAttempt(delivery ?? expect.fail(), anAttempt(), aRetry());
  const read = (id: string, request: ApiRequest = {}) =>
    api.call('get-event', { ...request, params: { event: id } });
  return { api, first, second, another, record, attempt, read };
}

describe('get-event, happy', () => {
  it('shows the payload, and the state of each delivery', async (log) => {
    const { event, deliveries } = await log.record([log.first, log.second], { channel: 'sms' });
    await log.attempt(deliveries[0]);
    const { status, body } = await log.read(event.id);

    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: event.id,
      event: 'salesbot.store.order_paid',
      product: 'salesbot',
      channel: 'sms',
      test: false,
      recorded_at: NOW.toISOString(),
      matched_endpoints: 2,
      filtered_endpoints: 0,
      payload_expires_at: new Date(NOW.getTime() + 7 * DAY * 1000).toISOString(),
      payload: { data: { order: { id: '1' } } },
      filtered_out: [],
      deliveries: [
        expect.objectContaining({ id: deliveries[0]?.id, endpoint_id: log.first, state: 'retrying' }),
        expect.objectContaining({
          id: deliveries[1]?.id,
          endpoint_id: log.second,
          state: 'queued',
          next_attempt_at: NOW.toISOString(),
          attempts: [],
        }),
      ],
      resends: [],
    });
  });

  it('shows each delivery as getDelivery does', async (log) => {
    const { event, deliveries } = await log.record([log.first]);
    await log.attempt(deliveries[0]);
    const params = { endpoint: log.first, delivery: deliveries[0]?.id ?? '' };
    const {
      explanation: _,
      payload: __,
      ...own
    } = (await log.api.call('get-delivery', { params })).body.data;

    const [shown] = (await log.read(event.id)).body.data.deliveries;
    expect({ ...shown, attempts: [] }).toEqual({ ...own, attempts: [] });
  });

  it('shows the newest ten resends of each delivery, newest first', async (log) => {
    const { event, deliveries } = await log.record([log.first, log.second]);
    const ids: string[] = [];
    for (const delivery of deliveries) {
      await log.attempt(delivery);
      const params = { endpoint: delivery.endpointId, delivery: delivery.id };
      for (let count = 0; count < 11; count += 1) {
        log.api.clock.advance(1);
        ids.push((await log.api.call('resend-delivery', { params })).body.data.id);
      }
    }
    const { data } = (await log.read(event.id)).body;

    expect(data.deliveries.map((each: { resend_count: number }) => each.resend_count)).toEqual([11, 11]);
    expect(data.resends.map(({ id }: { id: string }) => id)).toEqual(
      [...ids.slice(1, 11), ...ids.slice(12)].toReversed(),
    );
    expect(data.resends[0]).toMatchObject({
      resend_of: deliveries[1]?.id,
      endpoint_id: log.second,
      state: 'queued',
    });
  });

  it('omits the resends of deliveries that the key cannot see', async (log) => {
    const { event, deliveries } = await log.record([log.first]);
    await log.attempt(deliveries[0]);
    await log.api.call('resend-delivery', {
      params: { endpoint: log.first, delivery: deliveries[0]?.id ?? '' },
    });
    const key = log.api.grant(['salesbot:webhooks:subscribe']);
    expect((await log.read(event.id, { key })).body.data.resends).toHaveLength(1);
    await log.api.call('delete-endpoint', { params: { endpoint: log.first } });

    expect((await log.read(event.id, { key })).body.data.resends).toEqual([]);
    expect((await log.read(event.id)).body.data.resends).toMatchObject([
      { state: 'cancelled', reason: 'endpoint_deleted' },
    ]);
  });

  it('shows an event that matched nothing', async (log) => {
    const { event } = await log.record([]);

    expect((await log.read(event.id)).body.data).toMatchObject({ matched_endpoints: 0, deliveries: [] });
  });

  it('shows no payload after 7 days, or after an erasure', async (log) => {
    const [{ event }, redacted] = [await log.record([]), await log.record([], { body: '' })];
    expect((await log.read(redacted.event.id)).body.data.payload).toBeNull();

    log.api.clock.advance(7 * DAY - 1);
    expect((await log.read(event.id)).body.data.payload).not.toBeNull();
    log.api.clock.advance(1);
    expect((await log.read(event.id)).body.data.payload).toBeNull();
  });

  it('shows the deliveries of a deleted endpoint, and a pending one as cancelled', async (log) => {
    const { event, deliveries } = await log.record([log.first, log.second]);
    await log.attempt(deliveries[0]);
    await log.api.deliveries.settle(deliveries[1] ?? expect.fail(), {
      state: 'failed',
      reason: 'receiver_rejected',
      nextAttemptAt: null,
      finishedAt: NOW,
    });
    for (const endpoint of [log.first, log.second])
      await log.api.call('delete-endpoint', { params: { endpoint } });
    const { data } = (await log.read(event.id)).body;

    expect(data.deliveries).toMatchObject([
      { endpoint_id: log.first, state: 'cancelled', reason: 'endpoint_deleted', next_attempt_at: null },
      { endpoint_id: log.second, state: 'failed', reason: 'receiver_rejected' },
    ]);
  });

  it('omits the deliveries of a deleted endpoint for a key of one product', async (log) => {
    const { event } = await log.record([log.first]);
    const key = log.api.grant(['salesbot:webhooks:subscribe']);
    expect((await log.read(event.id, { key })).body.data.deliveries).toHaveLength(1);
    await log.api.call('delete-endpoint', { params: { endpoint: log.first } });

    expect((await log.read(event.id, { key })).body.data.deliveries).toEqual([]);
    expect((await log.read(event.id)).body.data.deliveries).toHaveLength(1);
  });
});

describe('get-event, unhappy', () => {
  it('returns 404 for an unknown event, one of another workspace and a malformed id', async (log) => {
    const { event } = await log.record([]);
    const other = await log.api.createOtherWorkspace();
    const responses = [
      await log.read(newId(NOW)),
      await log.read(event.id, { key: other.key }),
      await log.read('1'),
    ];

    for (const { status, body } of responses)
      expect({ status, code: body.code, detail: body.detail }).toEqual({
        status: 404,
        code: 'event_not_found',
        detail: responses[0]?.body.detail,
      });
  });

  it('returns 404 after 14 days, whatever is still stored', async (log) => {
    const { event } = await log.record([]);
    log.api.clock.advance(14 * DAY - 1);
    expect((await log.read(event.id)).status).toBe(200);
    log.api.clock.advance(1);
    expect((await log.read(event.id)).status).toBe(404);
  });
});

describe('get-event, permissions', () => {
  it('requires the permission to subscribe to the product of the event', async (log) => {
    const { event } = await log.record([]);
    const key = log.api.grant(['publishing:webhooks:subscribe']);
    const { status, body } = await log.read(event.id, { key });

    expect({ status, code: body.code, products: body.products }).toEqual({
      status: 403,
      code: 'product_not_permitted',
      products: ['salesbot'],
    });
  });

  it('omits the deliveries of endpoints that the key cannot access', async (log) => {
    const both = await log.another({
      subscriptions: [{ event: 'salesbot.store.order_paid' }, { event: 'publishing.post.published' }],
    });
    const { event } = await log.record([log.first, both]);
    const { data } = (await log.read(event.id, { key: log.api.grant(['salesbot:webhooks:subscribe']) })).body;

    expect(data.matched_endpoints).toBe(2);
    expect(data.deliveries.map((each: { endpoint_id: string }) => each.endpoint_id)).toEqual([log.first]);
  });
});
