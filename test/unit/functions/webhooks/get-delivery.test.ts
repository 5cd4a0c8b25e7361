import { describe, expect } from 'vitest';
import {
  aDelivery,
  anAttempt,
  aRetry,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/builders.ts';
import { anEndpointBody, type ApiRequest, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

const DAY = 86_400;

/** An API with one delivery of an ingested event, with one failed attempt. */
async function setUp() {
  const api = await startMemoryApi();
  const { body } = await api.call('create-endpoint', { json: anEndpointBody() });
  const endpoint = String(body.data.id);
  const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' };
  const ingested = await api.call('ingest-event', {
    json: { event: 'salesbot.store.order_paid', data: { order } },
  });
  const delivery = aDelivery({ endpointId: endpoint, eventId: ingested.body.data.id, createdAt: NOW });
  await api.deliveries.recordAttempt(delivery, anAttempt({ responseText: 'not now' }), aRetry());
  const params = { endpoint, delivery: delivery.id };
  const read = (request: ApiRequest = {}) =>
    api.call('get-delivery', { ...request, params: { ...params, ...request.params } });
  return { api, endpoint, delivery, order, read };
}

describe('get-delivery, happy', () => {
  it('shows the payload and the response of the receiver', async ({ delivery, order, read }) => {
    const { status, body } = await read();

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: delivery.id,
      event_id: delivery.eventId,
      state: 'retrying',
      attempts: [{ number: 1, status_code: 500, response_text: 'not now' }],
      payload: { id: delivery.eventId, event: 'salesbot.store.order_paid', data: { order } },
    });
  });

  it('shows both for 7 days from recording, whatever is still stored', async ({ api, read }) => {
    api.clock.advance(7 * DAY - 1);
    expect((await read()).body.data.payload).not.toBeNull();

    api.clock.advance(1);
    const { status, text, body } = await read();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      payload: null,
      payload_expires_at: secondsAfterNow(7 * DAY).toISOString(),
    });
    expect(text).not.toContain('not now');
  });

  it('works without a payload that is deleted or redacted', async ({ api, delivery, read }) => {
    const event = await api.events.find(delivery.eventId);
    if (event) api.core.events.set(event.id, { ...event, body: '' });
    expect((await read()).body.data.payload).toBeNull();

    api.core.events.clear();
    expect((await read()).body.data.payload).toBeNull();
  });

  it('finds ids regardless of case', async ({ endpoint, delivery, read }) => {
    expect(
      (await read({ params: { endpoint: endpoint.toUpperCase(), delivery: delivery.id.toUpperCase() } }))
        .status,
    ).toBe(200);
  });
});

describe('get-delivery, security', () => {
  it('returns the same 404 for unknown ids, malformed ids and ids of another endpoint', async () => {
    const { api, read } = await setUp();
    const other = await api.call('create-endpoint', { json: anEndpointBody() });
    const headers = { 'x-request-id': 'request-42' };
    const responses = await Promise.all([
      read({ params: { endpoint: other.body.data.id }, headers }),
      read({ params: { delivery: '01980000-0000-8000-8000-0000000000ff' }, headers }),
      read({ params: { delivery: 'nonsense' }, headers }),
    ]);

    expect(responses[0]).toMatchObject({ status: 404, body: { code: 'delivery_not_found' } });
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  it('shows nothing to another workspace, not even that the delivery exists', async ({ api, read }) => {
    const other = await api.createOtherWorkspace();

    expect((await read({ key: other.key })).body.code).toBe('endpoint_not_found');
  });

  it('rejects a key that lacks the product: a payload is personal data', async ({ api, read }) => {
    expect((await read({ key: api.grant(['publishing:webhooks:subscribe']) })).body.code).toBe(
      'product_not_permitted',
    );
    expect((await read({ key: api.grant(['salesbot:events:write']) })).body.code).toBe('permission_missing');
  });
});
