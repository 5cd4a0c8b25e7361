import { describe, expect } from 'vitest';
import { deliveryIdFor, derivedId, newId } from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpointBody, type ApiRequest, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const DAY = 86_400;
const ORDER = '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10';

/** An API with one delivery of an ingested event, with one failed attempt. */
async function setUp() {
  const api = await startMemoryApi();
  const { body } = await api.call('create-endpoint', { json: anEndpointBody() });
  const endpoint = String(body.data.id);
  const order = { id: ORDER };
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

/** An enabled endpoint that matched an event, whose first attempt has not ended. */
async function setUpUnrecorded() {
  const fixture = await startEndpointApi();
  const json = { event: 'salesbot.store.order_paid', data: { order: { id: ORDER } } };
  const ingested = await fixture.api.call('ingest-event', { json });
  const eventId = String(ingested.body.data.id);
  const delivery = deliveryIdFor({ id: eventId, recordedAt: NOW }, fixture.endpoint);
  const readOf = (params: { delivery: string; endpoint?: string }) => fixture.run('get-delivery', { params });
  return { ...fixture, eventId, delivery, readOf };
}

describe('get-delivery, before the first attempt has ended', () => {
  it('shows the delivery as queued, with its payload', async () => {
    const { readOf, delivery, endpoint, eventId } = await setUpUnrecorded();
    const { status, body } = await readOf({ delivery });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: delivery,
      endpoint_id: endpoint,
      event_id: eventId,
      state: 'queued',
      reason: null,
      created_at: NOW.toISOString(),
      next_attempt_at: NOW.toISOString(),
      attempts: [],
      payload: { id: eventId },
      explanation: {
        why: 'The first attempt has not ended yet.',
        next: 'The first attempt is in progress, or starts within a minute.',
      },
    });
  });

  it('shows it as cancelled after an edit', async () => {
    const { readOf, delivery, edit } = await setUpUnrecorded();
    await edit({ enabled: false });

    expect((await readOf({ delivery })).body.data).toMatchObject({
      state: 'cancelled',
      reason: 'endpoint_paused',
    });
  });

  it('finds only deliveries of this endpoint', async () => {
    const { api, readOf, delivery } = await setUpUnrecorded();
    const other = await api.call('create-endpoint', { json: anEndpointBody() });

    expect((await readOf({ delivery, endpoint: other.body.data.id })).body.code).toBe('delivery_not_found');
  });

  it.each([
    ['an event that did not match the endpoint', (event: string) => derivedId(NOW, `${event}/other`)],
    ['a time in the future', (event: string) => derivedId(secondsAfterNow(1), event)],
    ['an id that is not derived', () => newId(NOW)],
  ])('finds nothing by %s', async (_, idOf) => {
    const { readOf, eventId } = await setUpUnrecorded();

    expect((await readOf({ delivery: idOf(eventId) })).body.code).toBe('delivery_not_found');
  });
});

describe('get-delivery, explanation', () => {
  it('offers no resend after the payload has expired', async () => {
    const { api, deliverIngested, run } = await startEndpointApi();
    const { id } = await deliverIngested({ reason: 'attempts_exhausted' });
    api.clock.advance(7 * DAY);
    const { explanation } = (await run('get-delivery', { params: { delivery: id } })).body.data;

    expect(explanation).toEqual({
      why: 'All six attempts failed.',
      next: `Nothing. The payload expired at ${secondsAfterNow(7 * DAY).toISOString()}, so the delivery cannot be resent.`,
    });
  });

  it('offers no resend after the data of the contact were erased', async () => {
    const { api, deliverIngested, run } = await startEndpointApi();
    const { id, eventId } = await deliverIngested();
    const event = await api.events.find(eventId);
    if (event) api.core.events.set(eventId, { ...event, body: '' });

    expect((await run('get-delivery', { params: { delivery: id } })).body.data.explanation.next).toBe(
      'Nothing. The payload was erased with the data of its contact, so the delivery cannot be resent.',
    );
  });

  it('announces no attempt while the endpoint is suspended', async () => {
    const { deliverIngested, run, suspend } = await startEndpointApi();
    const { id } = await deliverIngested({
      state: 'retrying',
      reason: 'receiver_error',
      nextAttemptAt: secondsAfterNow(60),
      finishedAt: null,
    });
    suspend();
    const { data } = (await run('get-delivery', { params: { delivery: id } })).body;

    expect(data).toMatchObject({
      state: 'retrying',
      explanation: {
        next:
          'Attempt 1 is not sent, because the endpoint is suspended: the delivery becomes held at about ' +
          `${secondsAfterNow(60).toISOString()}. When an admin takes over the endpoint, the delivery is cancelled; ` +
          'recoverEndpoint then resends it.',
      },
    });
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
