import { describe, expect } from 'vitest';
import { newsOf } from '#shared/events/records/event-news.ts';
import { instantOf } from '#shared/platform/core/utc-timestamp.ts';
import timestamps from '#test/corpus/timestamps.json' with { type: 'json' };
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  it,
  anEndpointBody,
  type MemoryApi,
  startMemoryApi,
} from '#test/support/fakes/platform/memory-api.ts';

const contact = { id: '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d' };
const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' };
const message = { id: '0b9b7f0a-8f0e-4c9b-9a30-6b6f0c3d1e2f' };

function anEventBody(overrides: Readonly<Record<string, unknown>> = {}) {
  return { event: 'salesbot.store.order_paid', data: { order }, ...overrides };
}

async function ingest(overrides: Readonly<Record<string, unknown>> = {}) {
  const api = await startMemoryApi();
  return api.call('ingest-event', { json: anEventBody(overrides) });
}

/** An enabled endpoint with these subscriptions. */
async function subscribe(api: MemoryApi, subscriptions: readonly object[], enabled = true): Promise<string> {
  const { body } = await api.call('create-endpoint', { json: anEndpointBody({ subscriptions }) });
  const endpoint = String(body.data.id);
  if (enabled) await api.call('update-endpoint', { params: { endpoint }, json: { enabled } });
  return endpoint;
}

function recordedBy(api: MemoryApi) {
  return [...api.core.events.values()];
}

describe('ingest-event, happy', () => {
  it('returns 202 with the id of the recorded event', async (api) => {
    const { status, body } = await api.call('ingest-event', {
      json: anEventBody({ occurred_at: '2026-05-31T12:00:00+02:00' }),
      headers: { 'x-request-id': 'request-42' },
    });
    const [event] = recordedBy(api);

    expect(status).toBe(202);
    expect(body).toEqual({ data: { id: event?.id, matched_endpoints: 0 } });
    expect(event).toMatchObject({
      workspaceId: api.workspaceId,
      event: 'salesbot.store.order_paid',
      product: 'salesbot',
      test: false,
      recordedAt: NOW,
      correlationId: 'request-42',
    });
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      id: event?.id,
      schema_version: '1',
      occurred_at: '2026-05-31T10:00:00.000Z',
      workspace_id: api.workspaceId,
      test: false,
      data: { order },
    });
  });

  it('matches the endpoints that are enabled and subscribed at this moment', async (api) => {
    const match = await subscribe(api, [{ event: 'salesbot.store.order_paid' }]);
    await subscribe(api, [{ event: 'salesbot.store.order_paid' }], false);
    await subscribe(api, [{ event: 'salesbot.message.sent' }]);
    const { body } = await api.call('ingest-event', { json: anEventBody() });

    expect(body.data.matched_endpoints).toBe(1);
    expect(recordedBy(api)[0]?.matches).toEqual([{ endpointId: match, settingsVersion: 2, shards: 1 }]);

    await api.call('update-endpoint', { params: { endpoint: match }, json: { enabled: false } });
    expect((await api.call('ingest-event', { json: anEventBody() })).body.data.matched_endpoints).toBe(0);
  });

  it('matches no endpoint of another workspace', async (api) => {
    await subscribe(api, [{ event: 'salesbot.store.order_paid' }]);
    const other = await api.createOtherWorkspace();
    const key = api.grant(['salesbot:events:write'], { workspaceId: other.workspaceId });

    expect((await api.call('ingest-event', { json: anEventBody(), key })).body.data.matched_endpoints).toBe(
      0,
    );
  });

  it.each([
    ['its own field', { channel: 'sms' }, 'sms'],
    ['its message', { data: { message: { ...message, platform: 'whatsapp' } } }, 'whatsapp'],
    ['its contact', { data: { message, contact: { ...contact, platform: 'tiktok' } } }, 'tiktok'],
    [
      'null and its contact',
      { channel: null, data: { message, contact: { ...contact, platform: 'sms' } } },
      'sms',
    ],
    ['nothing', {}, null],
    ['null', { channel: null }, null],
  ])('uses the channel from %s, and matches by it', async (_, overrides, channel, api) => {
    const event = 'salesbot.message.received';
    await subscribe(api, [{ event }]);
    await subscribe(api, [{ event, channel: channel ?? 'sms' }]);
    await subscribe(api, [{ event, channel: 'facebook' }]);
    const { body } = await api.call('ingest-event', {
      json: { event, data: { message, contact }, ...overrides },
    });

    expect(recordedBy(api)[0]?.channel).toBe(channel);
    expect(body.data.matched_endpoints).toBe(channel === null ? 1 : 2);
  });

  it('gives an endpoint with several matching subscriptions one delivery', async (api) => {
    const event = 'salesbot.message.received';
    await subscribe(api, [{ event }, { event, channel: 'sms' }]);
    const { body } = await api.call('ingest-event', {
      json: { event, channel: 'sms', data: { message, contact } },
    });

    expect(body.data.matched_endpoints).toBe(1);
  });

  it.each([
    ['#/channel', { channel: 'instagram', data: { message, contact } }],
    ['#/data/channel', { data: { message, channel: 'instagram' } }],
    ['#/data/message/platform', { data: { message: { ...message, platform: 'instagram' } } }],
    ['#/data/contact/platform', { data: { message, contact: { ...contact, platform: 'instagram' } } }],
  ])('rejects a status that the channel at %s never reports', async (pointer, overrides) => {
    const event = 'salesbot.message.delivered';

    expect(await ingest({ event, ...overrides })).toMatchObject({
      status: 422,
      body: {
        code: 'channel_status_unsupported',
        errors: [{ pointer, event, channel: 'instagram' }],
      },
    });
    expect((await ingest({ event, ...overrides, channel: 'whatsapp' })).status).toBe(202);
  });

  it('accepts the channel "all" only for an event without a channel', async () => {
    const stock = { event: 'salesbot.store.inventory_low', data: {}, channel: 'all' };

    expect((await ingest(stock)).status).toBe(202);
    expect((await ingest({ channel: 'all' })).body).toMatchObject({
      code: 'channel_not_allowed',
      errors: [{ pointer: '#/channel' }],
    });
  });

  it.each([
    ['1999-12-31T23:59:59.999Z', 422],
    ['2000-01-01T00:00:00Z', 202],
    [new Date(NOW.getTime() + 24 * 3_600_000).toISOString(), 202],
    [new Date(NOW.getTime() + 24 * 3_600_000 + 1).toISOString(), 422],
    ['9999-12-31T23:59:59Z', 422],
  ])('accepts a plausible occurred_at only: %s is %i', async (at, status) => {
    const response = await ingest({ occurred_at: at });

    expect(response.status).toBe(status);
    if (status === 422)
      expect(response.body).toMatchObject({
        code: 'out_of_range',
        errors: [{ pointer: '#/occurred_at' }],
      });
  });

  it.each(timestamps)('reads the time $input as $right ($report)', async ({ input, right }) => {
    const api = await startMemoryApi();
    const data = { order, contact: { ...contact, created_at: input } };
    const { status, body } = await api.call('ingest-event', { json: anEventBody({ data }) });

    if (right === null)
      expect([status, body.errors]).toEqual([
        422,
        [expect.objectContaining({ pointer: '#/data/contact/created_at', code: 'invalid_format' })],
      ]);
    else {
      expect(status).toBe(202);
      expect(JSON.parse(recordedBy(api)[0]?.body ?? '')).toMatchObject({
        data: { contact: { created_at: right } },
      });
    }
  });

  it.each([
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:60.000Z'],
    ['2016-12-31t15:59:60.25-08:00', '2016-12-31T23:59:60.250Z'],
    ['2026-05-31t12:00:00z', '2026-05-31T12:00:00.000Z'],
  ])('stores occurred_at %s as it was sent, in UTC: %s', async (sent, stored) => {
    const api = await startMemoryApi();
    const { status } = await api.call('ingest-event', { json: anEventBody({ occurred_at: sent }) });
    const [event] = recordedBy(api);

    expect([status, JSON.parse(event?.body ?? '').occurred_at]).toEqual([202, stored]);
    // A consumer reads the time of an event about a record.
    expect(event && newsOf(event).news[0]?.layer.occurredAt).toEqual(instantOf(stored));
  });

  it.each([
    ['salesbot.contact.tagged', { contact }, '#/data/tag'],
    ['salesbot.contact.untagged', { contact }, '#/data/tag'],
    ['salesbot.contact.stage_changed', { contact }, '#/data/stage'],
    ['salesbot.contact.date_reached', { contact }, '#/data/date'],
    ['salesbot.contact.date_reached', { contact, date: {} }, '#/data/date/field'],
    ['salesbot.conversation.assigned', { conversation: contact }, '#/data/assigned_to'],
    ['salesbot.conversation.assigned', { conversation: contact, assigned_to: {} }, '#/data/assigned_to/name'],
  ])('requires, for %s with %j, what gives the event its meaning', async (event, data, pointer) => {
    expect((await ingest({ event, data })).body).toMatchObject({
      code: 'required',
      errors: [{ pointer }],
    });
  });

  it('truncates over-long texts and lists instead of rejecting them', async (api) => {
    const tags = Array.from({ length: 101 }, (_, index) => `tag-${index}`);
    const data = { contact: { ...contact, name: '🙂'.repeat(1001), tags } };
    await api.call('ingest-event', { json: { event: 'salesbot.contact.created', data } });
    const sent = JSON.parse(recordedBy(api)[0]?.body ?? '').data.contact;

    expect([...sent.name]).toHaveLength(1000);
    expect(sent.tags).toHaveLength(100);
  });

  it.each(['x', 'x'.repeat(255), '🙂'.repeat(255)])(
    'accepts a dedupe_key of 1 to 255 characters',
    async (dedupe_key) => {
      expect((await ingest({ dedupe_key })).status).toBe(202);
    },
  );
});

describe('ingest-event, a repeated event', () => {
  it('is the same event under the same dedupe_key for 24 hours, whatever its other fields', async (api) => {
    const json = anEventBody({ dedupe_key: 'order-1' });
    const first = await api.call('ingest-event', { json });
    api.clock.advance(86_399);
    await subscribe(api, [{ event: 'salesbot.store.order_paid' }]);
    const again = await api.call('ingest-event', { json: { ...json, data: { order: contact } } });

    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(recordedBy(api)).toHaveLength(1);

    api.clock.advance(1);
    expect((await api.call('ingest-event', { json })).body.data.id).not.toBe(first.body.data.id);
  });

  it('is another event in another workspace, with another key, or without one', async (api) => {
    const other = await api.createOtherWorkspace();
    const key = api.grant(['salesbot:events:write'], { workspaceId: other.workspaceId });
    const json = anEventBody({ dedupe_key: 'order-1' });
    await api.call('ingest-event', { json });
    await api.call('ingest-event', { json, key });
    await api.call('ingest-event', { json: { ...json, dedupe_key: 'order-2' } });
    await api.call('ingest-event', { json: anEventBody() });
    await api.call('ingest-event', { json: anEventBody() });

    expect(recordedBy(api)).toHaveLength(5);
  });

  it('is one event when two requests arrive at the same time', async (api) => {
    const json = anEventBody({ dedupe_key: 'order-1' });
    const twins = await Promise.all([1, 2, 3].map(() => api.call('ingest-event', { json })));

    expect(new Set(twins.map(({ text }) => text)).size).toBe(1);
    expect(recordedBy(api)).toHaveLength(1);
  });

  it('honours an Idempotency-Key after the dedupe_key has expired', async (api) => {
    const json = anEventBody({ dedupe_key: 'order-1' });
    const headers = { 'idempotency-key': 'k' };
    await api.call('ingest-event', { json });
    api.clock.advance(23 * 3600);
    const first = await api.call('ingest-event', { json, headers });
    api.clock.advance(2 * 3600);
    const again = await api.call('ingest-event', { json, headers });

    expect(again).toMatchObject({ text: first.text, headers: { 'Idempotent-Replayed': 'true' } });
    expect(recordedBy(api)).toHaveLength(1);
  });
});

describe('ingest-event, error', () => {
  it.each([
    [{ event: undefined }, '#/event', 'required'],
    [{ event: 'salesbot.nothing' }, '#/event', 'event_unknown'],
    [{ event: 'publishing.post.published' }, '#/event', 'event_not_ingestible'],
    [{ channel: 'fax' }, '#/channel', 'channel_unknown'],
    [{ channel: 7 }, '#/channel', 'invalid_type'],
    [{ event: 'salesbot.store.inventory_low', data: {}, channel: 'sms' }, '#/channel', 'channel_not_allowed'],
    [{ data: undefined }, '#/data', 'required'],
    [{ data: 'text' }, '#/data', 'invalid_type'],
    [{ data: {} }, '#/data/order', 'required'],
    [{ data: { order: {} } }, '#/data/order/id', 'required'],
    [{ data: { order: { id: 'x' } } }, '#/data/order/id', 'invalid_format'],
    [{ data: { order: { ...order, total: 59.9 } } }, '#/data/order/total', 'invalid_type'],
    [{ data: { order: { ...order, total: '59,90' } } }, '#/data/order/total', 'invalid_format'],
    [{ data: { order: { ...order, currency: 'eur' } } }, '#/data/order/currency', 'invalid_format'],
    [{ data: { order: { ...order, number: 'a\u0000' } } }, '#/data/order/number', 'invalid_characters'],
    [{ data: { order: { ...order, 'a/b~c': 1 } } }, '#/data/order/a~1b~0c', 'unknown_field'],
    [{ data: { order, extra: 1 } }, '#/data/extra', 'unknown_field'],
    [{ data: { order: [] } }, '#/data/order', 'invalid_type'],
    [{ occurred_at: 'yesterday' }, '#/occurred_at', 'invalid_format'],
    [{ occurred_at: '2026-02-30T00:00:00Z' }, '#/occurred_at', 'invalid_format'],
    [{ dedupe_key: '' }, '#/dedupe_key', 'too_short'],
    [{ dedupe_key: 'x'.repeat(256) }, '#/dedupe_key', 'too_long'],
    [{ workspace_id: 'x' }, '#/workspace_id', 'field_not_updatable'],
    [{ test: true }, '#/test', 'field_not_updatable'],
  ])('rejects %j at %s as %s', async (overrides, pointer, code) => {
    expect(await ingest(overrides)).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer, code }] },
    });
  });

  it('reports every unknown field of the data', async () => {
    const { body } = await ingest({ data: { order: { ...order, a: 1, b: 2 }, c: 3 } });

    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '#/data/c',
      '#/data/order/a',
      '#/data/order/b',
    ]);
  });
});

describe('ingest-event, security', () => {
  it('requires only salesbot:events:write', async (api) => {
    const json = anEventBody();

    expect((await api.call('ingest-event', { json, key: api.grant(['salesbot:events:write']) })).status).toBe(
      202,
    );
    expect(
      await api.call('ingest-event', { json, key: api.grant(['salesbot:webhooks:subscribe']) }),
    ).toMatchObject({
      status: 403,
      body: { code: 'permission_missing', missing_permissions: ['salesbot:events:write'] },
    });
  });

  it('logs nothing of the event', async (api) => {
    const data = { contact: { ...contact, name: 'Ada Lovelace', email: 'ada@example.com' } };
    await api.call('ingest-event', { json: { event: 'salesbot.contact.created', data } });
    await api.call('ingest-event', { json: { event: 'salesbot.contact.created', data: { ...data, x: 1 } } });

    expect(JSON.stringify(api.log.lines)).not.toMatch(/Ada|ada@example/u);
  });
});

describe('ingest-event, broadcasts', () => {
  const permissions = ['salesbot:events:write', 'salesbot:broadcasts:write'] as const;

  function anEventOf(id: string, name = 'sent') {
    return { event: `salesbot.broadcast.${name}`, data: { broadcast: { id } } };
  }

  async function startWithBroadcast() {
    const api = await startMemoryApi();
    const key = api.grant(permissions);
    const json = { name: 'Sale', message: { type: 'text', body: 'Now' } };
    const { body } = await api.call('create-broadcast', { key, json });
    return { api, key, id: String(body.data.id) };
  }

  it.each(['sent', 'completed', 'failed'])(
    'rejects broadcast.%s for a broadcast that the platform manages',
    async (name) => {
      const { api, key, id } = await startWithBroadcast();
      const json = anEventOf(id.toUpperCase(), name);

      expect(await api.call('ingest-event', { key, json })).toMatchObject({
        status: 409,
        body: { code: 'broadcast_state_invalid' },
      });
      expect(recordedBy(api)).toEqual([]);
    },
  );

  it('records those of other producers, and of other workspaces', async () => {
    const { api, key, id } = await startWithBroadcast();
    const { workspaceId } = await api.createOtherWorkspace();
    const foreign = api.grant(permissions, { workspaceId });

    expect((await api.call('ingest-event', { key, json: anEventOf(message.id) })).status).toBe(202);
    expect((await api.call('ingest-event', { key: foreign, json: anEventOf(id) })).status).toBe(202);
  });

  it('reads no record for events whose subject the platform never manages', async (api) => {
    Object.assign(api.managed, {
      async has() {
        throw new Error('Not asked for');
      },
    });

    expect((await api.call('ingest-event', { json: anEventBody() })).status).toBe(202);
  });
});

describe('ingest-event, contacts', () => {
  const permissions = ['salesbot:events:write', 'salesbot:contacts:read', 'salesbot:contacts:write'] as const;

  function anEventOf(id: string, name = 'updated') {
    const extra = { tagged: { tag: 'vip' }, stage_changed: { stage: 'lead' } }[name] ?? {};
    return { event: `salesbot.contact.${name}`, data: { contact: { id, name: 'Changed' }, ...extra } };
  }

  async function startWithContact() {
    const api = await startMemoryApi();
    const key = api.grant(permissions);
    const { body } = await api.call('create-contact', { key, json: { name: 'Ada' } });
    return { api, key, id: String(body.data.id) };
  }

  it.each(['created', 'updated', 'tagged', 'stage_changed'])(
    'rejects contact.%s about a contact that the platform manages',
    async (name) => {
      const { api, key, id } = await startWithContact();
      const json = anEventOf(id.toUpperCase(), name);

      expect(await api.call('ingest-event', { key, json })).toMatchObject({
        status: 409,
        body: { code: 'record_managed_here', contact: id },
      });
      expect([...api.core.events.values()]).toHaveLength(1);
    },
  );

  it('records those of other producers, and of other workspaces', async () => {
    const { api, key, id } = await startWithContact();
    const { workspaceId } = await api.createOtherWorkspace();
    const foreign = api.grant(permissions, { workspaceId });

    expect((await api.call('ingest-event', { key, json: anEventOf(message.id) })).status).toBe(202);
    expect((await api.call('ingest-event', { key: foreign, json: anEventOf(id) })).status).toBe(202);
  });

  it('records events that name such a contact beside their subject, and leaves it unchanged', async () => {
    const { api, key, id } = await startWithContact();
    const data = { contact: { id, name: 'Changed' }, order: { id: message.id } };
    const json = { event: 'salesbot.store.order_paid', data };

    expect((await api.call('ingest-event', { key, json })).status).toBe(202);
    const { body } = await api.call('get-contact', { key, params: { contact: id } });
    expect(body.data).toMatchObject({ name: 'Ada', revision: '1' });
  });
});
