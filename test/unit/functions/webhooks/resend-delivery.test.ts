import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { DELIVERY_STATES } from '#shared/webhooks/domain/delivery.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpointBody, type ApiRequest } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const WEEK = 7 * 86_400;
const OTHER_EVENT = [{ event: 'salesbot.message.sent' }];

/** An API with a delivery that failed permanently, and resends of it a minute later. */
async function setUp() {
  const fixture = await startEndpointApi();
  const delivery = await fixture.deliverIngested();
  fixture.api.clock.advance(60);
  const resend = (request: ApiRequest = {}) =>
    fixture.run('resend-delivery', { ...request, params: { delivery: delivery.id, ...request.params } });
  const read = async (id: string) =>
    (await fixture.run('get-delivery', { params: { delivery: id } })).body.data;
  const count = async () =>
    (await fixture.api.deliveries.list(deliveriesOf(fixture.endpoint), { order: 'asc', limit: 99 })).length;
  return { ...fixture, delivery, resend, read, count };
}

describe('resend-delivery, happy', () => {
  it('returns 202 with a new delivery of the same event, linked to the first', async () => {
    const { delivery, resend, read } = await setUp();
    const { status, body } = await resend();
    const { data } = body;

    expect(status).toBe(202);
    expect(data.id).not.toBe(delivery.id);
    expect(data).toMatchObject({
      endpoint_id: delivery.endpointId,
      event_id: delivery.eventId,
      state: 'queued',
      reason: null,
      resend_of: delivery.id,
      resend_count: 0,
      attempts: [],
      created_at: secondsAfterNow(60).toISOString(),
      finished_at: null,
      payload_expires_at: secondsAfterNow(WEEK).toISOString(),
    });
    expect(await read(data.id)).toMatchObject({ ...data, payload: { id: delivery.eventId } });
  });

  it('resends a delivery whose first attempt has not ended, and records that delivery', async () => {
    const { api, endpoint, run } = await startEndpointApi();
    const json = { event: 'salesbot.store.order_paid', data: { order: { id: newId(NOW) } } };
    const { body } = await api.call('ingest-event', { json });
    const delivery = deliveryIdFor({ id: body.data.id, recordedAt: NOW }, endpoint);
    const params = { delivery };

    expect(await run('resend-delivery', { params })).toMatchObject({
      status: 202,
      body: { data: { resend_of: delivery, state: 'queued', event_id: body.data.id } },
    });
    expect((await run('get-delivery', { params })).body.data).toMatchObject({
      state: 'queued',
      resend_count: 1,
      attempts: [],
    });
  });

  it('is dispatched even if this function crashes', async ({ api, delivery, resend, stored }) => {
    const { body } = await resend();

    expect(await api.dispatchOfDelivery(body.data.id)).toMatchObject({
      kind: 'delivery',
      job: {
        deliveryId: body.data.id,
        resendOf: delivery.id,
        supersedes: [delivery.id],
        settingsVersion: stored().settingsVersion,
        attempt: 1,
        dueAt: secondsAfterNow(60).getTime(),
        recordedAt: NOW.getTime(),
        body: null,
      },
    });
  });

  it('counts on the first delivery and leaves its other fields unchanged', async () => {
    const { delivery, read, resend } = await setUp();
    const before = await read(delivery.id);
    await resend();

    expect(await read(delivery.id)).toEqual({ ...before, resend_count: 1 });
  });

  it('identifies the first delivery for a resend of a resend, which also counts there', async () => {
    const { delivery, read, resend } = await setUp();
    const second = await resend();
    const third = await resend({ params: { delivery: second.body.data.id } });

    expect(third).toMatchObject({ status: 202, body: { data: { resend_of: delivery.id } } });
    expect((await read(delivery.id)).resend_count).toBe(2);
  });

  it.each(DELIVERY_STATES)('is allowed for a %s delivery', async (state) => {
    const { run, deliverIngested } = await startEndpointApi();
    const delivery = await deliverIngested({ state, reason: null, finishedAt: null });

    expect((await run('resend-delivery', { params: { delivery: delivery.id } })).status).toBe(202);
  });

  it('is allowed for a delivery that an edit has cancelled, and uses the current settings', async () => {
    const { api, edit, resend, stored } = await setUp();
    await edit({ url: 'https://other.example.com/' });
    const { body } = await resend();

    expect(await api.dispatchOfDelivery(body.data.id)).toMatchObject({
      job: { settingsVersion: stored().settingsVersion },
    });
  });

  it('repeats a test event as a test event', async () => {
    const { run } = await startEndpointApi();
    const sent = await run('send-test-event');
    const { body } = await run('resend-delivery', { params: { delivery: sent.body.data.id } });

    expect(body.data).toMatchObject({ test: true, resend_of: sent.body.data.id });
  });

  it('creates another delivery each time, but not for a repeated Idempotency-Key', async () => {
    const { count, resend } = await setUp();
    const headers = { 'idempotency-key': 'k' };
    const first = await resend({ headers });
    const again = await resend({ headers });
    expect(again).toMatchObject({
      status: 202,
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(await count()).toBe(2);

    await resend();
    expect(await count()).toBe(3);
  });

  it('is possible to the end of the seventh day', async ({ api, resend }) => {
    api.clock.advance(WEEK - 61);

    expect((await resend()).status).toBe(202);
  });
});

describe('resend-delivery, error', () => {
  it('returns 410 when the payload is no longer stored', async ({ api, count, resend }) => {
    api.clock.advance(WEEK - 60);
    const { status, body } = await resend();

    expect(status).toBe(410);
    expect(body).toMatchObject({
      code: 'payload_expired',
      detail: expect.stringContaining(secondsAfterNow(WEEK).toISOString()),
    });
    expect(await count()).toBe(1);
  });

  it.each(['blanked', 'deleted'])('returns 410 when the payload was %s before its time', async (how) => {
    const { api, count, delivery, resend } = await setUp();
    const event = await api.events.find(delivery.eventId);
    if (how === 'blanked' && event) api.core.events.set(event.id, { ...event, body: '' });
    else api.core.events.clear();

    expect(codeOf(await resend())).toBe('410 payload_expired');
    expect(await count()).toBe(1);
  });

  it('rejects an endpoint that is no longer subscribed', async ({ edit, count, resend }) => {
    await edit({ subscriptions: OTHER_EVENT });

    expect(codeOf(await resend())).toBe('409 endpoint_not_subscribed');
    expect(await count()).toBe(1);
  });

  it('rejects an endpoint that subscribes to the event on another channel only', async () => {
    const { edit, run, deliverIngested } = await startEndpointApi();
    const channels = { event: 'salesbot.message.sent', channel: 'sms' } as const;
    const delivery = await deliverIngested(channels);
    const resend = () => run('resend-delivery', { params: { delivery: delivery.id } });
    await edit({ subscriptions: [{ ...channels, channel: 'whatsapp' }] });
    expect(codeOf(await resend())).toBe('409 endpoint_not_subscribed');

    await edit({ subscriptions: [channels] });
    expect((await resend()).status).toBe(202);
  });

  it('rejects a paused endpoint', async ({ run, count, resend }) => {
    await run('pause-endpoint');

    expect(codeOf(await resend())).toBe('409 endpoint_paused');
    expect(await count()).toBe(1);
  });

  it('checks in the order suspended, paused, not subscribed, payload expired', async () => {
    const { api, edit, resend, stored, suspend } = await setUp();
    api.clock.advance(WEEK);
    await edit({ enabled: false, subscriptions: OTHER_EVENT });
    suspend();
    const responses = [codeOf(await resend())];
    api.core.endpoints.set(stored().id, { ...stored(), suspendedReason: null });
    responses.push(codeOf(await resend()));
    await edit({ enabled: true });
    responses.push(codeOf(await resend()));
    await edit({ subscriptions: [{ event: 'salesbot.store.order_paid' }] });
    responses.push(codeOf(await resend()));

    expect(responses).toEqual([
      '409 endpoint_suspended',
      '409 endpoint_paused',
      '409 endpoint_not_subscribed',
      '410 payload_expired',
    ]);
  });

  it.each([
    [{ force: true }, '#/force', 'unknown_field'],
    [[], '#', 'invalid_type'],
  ])('rejects the body %j', async (json, pointer, code, { resend }) => {
    expect(await resend({ json })).toMatchObject({ status: 422, body: { code, errors: [{ pointer }] } });
  });

  it('returns 409 when it loses a race twice', async ({ api, resend }) => {
    Object.assign(api.requests, { requestResend: () => Promise.reject(new ConcurrentUpdateError()) });

    expect(codeOf(await resend())).toBe('409 concurrent_update');
  });
});

describe('resend-delivery, security', () => {
  it('returns the same 404 for unknown ids, malformed ids and ids of another endpoint', async () => {
    const { api, resend, count } = await setUp();
    const other = await api.call('create-endpoint', { json: anEndpointBody() });
    await api.call('enable-endpoint', { params: { endpoint: other.body.data.id } });
    const headers = { 'x-request-id': 'request-42' };
    const responses = await Promise.all([
      resend({ params: { endpoint: other.body.data.id }, headers }),
      resend({ params: { delivery: '01980000-0000-8000-8000-0000000000ff' }, headers }),
      resend({ params: { delivery: 'nonsense' }, headers }),
    ]);

    expect(responses[0]).toMatchObject({ status: 404, body: { code: 'delivery_not_found' } });
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect(await count()).toBe(1);
  });

  it('requires the product of the delivery, even if the endpoint has another one now', async () => {
    const { api, edit, resend } = await setUp();
    await edit({ subscriptions: [{ event: 'publishing.post.published' }] });

    expect(await resend({ key: api.grant(['publishing:webhooks:subscribe']) })).toMatchObject({
      status: 403,
      body: { code: 'product_not_permitted', products: ['salesbot'] },
    });
  });

  it('returns no payload, which can contain personal data', async ({ resend }) => {
    expect((await resend()).text).not.toContain('A-1');
  });
});
