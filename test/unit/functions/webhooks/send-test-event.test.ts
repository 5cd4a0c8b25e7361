import { describe, expect } from 'vitest';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, contentsOf, startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const TWO = {
  subscriptions: [{ event: 'salesbot.message.sent', channel: 'sms' }, { event: 'salesbot.store.order_paid' }],
};

describe('send-test-event, happy', () => {
  it('sends the first subscription of the list as the client sent it', async ({ edit, run }) => {
    const events = ['salesbot.store.order_paid', 'salesbot.message.received', 'salesbot.contact.created'];
    const subscriptions = (names: string[]) => ({ subscriptions: names.map((event) => ({ event })) });
    const edited = await edit(subscriptions(events));

    expect(edited.body.data.subscriptions.map(({ event }: { event: string }) => event)).toEqual(events);
    expect((await run('send-test-event')).body.data.event).toBe(events[0]);
    await edit(subscriptions(events.toReversed()));
    expect((await run('send-test-event')).body.data.event).toBe(events[2]);
  });

  it('returns 202 with the delivery, which is recorded at once', async ({ api, endpoint, run }) => {
    const { status, body } = await run('send-test-event');
    const { data } = body;

    expect(status).toBe(202);
    expect(data).toMatchObject({
      endpoint_id: endpoint,
      event: 'salesbot.store.order_paid',
      product: 'salesbot',
      channel: null,
      test: true,
      state: 'queued',
      reason: null,
      resend_of: null,
      attempts: [],
      created_at: NOW.toISOString(),
      // As in the response to a resend.
      next_attempt_at: NOW.toISOString(),
      payload_expires_at: secondsAfterNow(7 * 86_400).toISOString(),
    });
    expect(await run('get-delivery', { params: { delivery: data.id } })).toMatchObject({
      status: 200,
      body: { data: { id: data.id, state: 'queued', test: true } },
    });
    const event = await api.events.find(data.event_id);
    expect(data.id).toBe(event && deliveryIdFor(event, endpoint));
  });

  it('sends the sample as an event of this workspace, marked as a test', async () => {
    const { api, endpoint, run, stored } = await startEndpointApi();
    api.clock.advance(60);
    const { body } = await run('send-test-event');
    const event = await api.events.find(body.data.event_id);

    expect(JSON.parse(event?.body ?? '')).toEqual({
      id: body.data.event_id,
      schema_version: '1',
      event: 'salesbot.store.order_paid',
      product: 'salesbot',
      occurred_at: secondsAfterNow(60).toISOString(),
      workspace_id: api.workspaceId,
      test: true,
      data: findEvent('salesbot.store.order_paid')?.sampleData,
    });
    expect(event?.matches).toEqual([
      { endpointId: endpoint, settingsVersion: stored().settingsVersion, shards: 1 },
    ]);
  });

  it('is sent to this endpoint only, even if others are subscribed', async (fixture) => {
    const { api, endpoint } = fixture;
    const other = await api.call('create-endpoint', {
      json: {
        name: 'x',
        url: 'https://other.example.com/',
        subscriptions: [{ event: 'salesbot.store.order_paid' }],
      },
    });
    await api.call('enable-endpoint', { params: { endpoint: other.body.data.id } });
    const { body } = await fixture.run('send-test-event');

    expect((await api.events.find(body.data.event_id))?.matches.map(({ endpointId }) => endpointId)).toEqual([
      endpoint,
    ]);
  });

  it('sends the requested event', async () => {
    const { run } = await startEndpointApi(TWO);
    const { body } = await run('send-test-event', { json: { event: 'salesbot.store.order_paid' } });

    expect(body.data.event).toBe('salesbot.store.order_paid');
  });

  it.each([undefined, {}])('sends the first subscribed one for the body %j', async (json) => {
    const { run, stored } = await startEndpointApi(TWO);

    expect((await run('send-test-event', json ? { json } : {})).body.data).toMatchObject(
      stored().subscriptions[0] ?? {},
    );
  });

  it('sends the sample of a subscription with a channel as if it had happened there, so that it can be resent', async () => {
    const { api, run } = await startEndpointApi(TWO);
    const { body } = await run('send-test-event', { json: { event: 'salesbot.message.sent' } });
    const event = await api.events.find(body.data.event_id);

    expect(body.data.channel).toBe('sms');
    expect(JSON.parse(event?.body ?? '').data).toMatchObject({
      channel: 'sms',
      contact: { platform: 'sms' },
      message: { platform: 'sms' },
    });
    expect((await run('resend-delivery', { params: { delivery: body.data.id } })).status).toBe(202);
  });

  it('sends another event each time, but not for a repeated Idempotency-Key', async ({ api, run }) => {
    const headers = { 'idempotency-key': 'k' };
    const first = await run('send-test-event', { headers });
    const again = await run('send-test-event', { headers });
    const another = await run('send-test-event');

    expect(again).toMatchObject({
      status: 202,
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(another.body.data.id).not.toBe(first.body.data.id);
    expect(api.core.events.size).toBe(2);
  });
});

describe('send-test-event, error', () => {
  it.each([
    [{ event: 'salesbot.nothing' }, '#/event', 'event_unknown'],
    [{ event: '' }, '#/event', 'event_unknown'],
    [{ event: 'salesbot.message.sent' }, '#/event', 'event_not_subscribed'],
    [{ event: 'publishing.post.published' }, '#/event', 'event_not_subscribed'],
    [{ event: 7 }, '#/event', 'invalid_type'],
    [{ channel: 'sms' }, '#/channel', 'unknown_field'],
    [[], '#', 'invalid_type'],
  ])('rejects the body %j and sends nothing', async (json, pointer, code, { api, run }) => {
    expect(await run('send-test-event', { json })).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer, code }] },
    });
    expect(api.core.events.size).toBe(0);
  });

  it('rejects a paused endpoint', async () => {
    const { api, run } = await startEndpointApi({}, false);
    const before = contentsOf(api);

    expect(codeOf(await run('send-test-event'))).toBe('409 endpoint_paused');
    expect(contentsOf(api)).toBe(before);
  });

  it('rejects a suspended endpoint', async ({ run, suspend }) => {
    suspend();

    expect(codeOf(await run('send-test-event'))).toBe('409 endpoint_suspended');
  });

  it('checks the body before the state', async () => {
    const { run } = await startEndpointApi({}, false);

    expect(codeOf(await run('send-test-event', { json: { event: 'salesbot.message.sent' } }))).toBe(
      '422 event_not_subscribed',
    );
  });

  it('can be retried with the same Idempotency-Key after an error', async () => {
    const { run } = await startEndpointApi({}, false);
    const headers = { 'idempotency-key': 'k' };
    expect((await run('send-test-event', { headers })).status).toBe(409);
    await run('enable-endpoint');

    expect((await run('send-test-event', { headers })).status).toBe(202);
  });

  it('stores nothing when the store fails', async ({ api, run }) => {
    const before = contentsOf(api);
    Object.assign(api.requests, { requestEvent: () => Promise.reject(new Error('The table is down')) });

    expect((await run('send-test-event')).status).toBe(500);
    expect(contentsOf(api)).toBe(before);
  });
});
