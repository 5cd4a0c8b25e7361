import { describe, expect } from 'vitest';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, anEndpointBody, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';

async function create(overrides: Readonly<Record<string, unknown>> = {}) {
  const api = await startMemoryApi();
  return api.call('create-endpoint', { json: anEndpointBody(overrides) });
}

describe('create-endpoint, happy', () => {
  it('returns 201 with the whole record and the secret', async (api) => {
    const { status, headers, body } = await api.call('create-endpoint', {
      json: anEndpointBody({
        name: ' Order desk ',
        description: ' All orders ',
        url: ' https://hooks.example.com/orders ',
      }),
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        name: 'Order desk',
        description: 'All orders',
        url: 'https://hooks.example.com/orders',
        enabled: false,
        state: 'paused',
        suspended_reason: null,
        subscriptions: [{ event: 'salesbot.store.order_paid', channel: 'all', filter: null }],
        products: ['salesbot'],
        responsible_member: { id: api.admin.id, name: 'Ada Lovelace' },
        header_names: [],
        secret_hint: body.secret.slice(-4),
        secret_rotation: { in_progress: false, previous_secret_expires_at: null },
        asymmetric_signatures: false,
        public_keys: [],
        jwks_url: null,
        stats: { last_success_at: null, last_failure_at: null, consecutive_failures: 0 },
        created_at: NOW.toISOString(),
        updated_at: NOW.toISOString(),
      },
      warnings: [],
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{44}$/u),
    });
    expect(timeOfId(body.data.id)).toEqual(NOW);
    expect(headers).toMatchObject({
      ETag: '"1"',
      Location: `https://api.example.com/api/v1/workspace-webhooks/${body.data.id}`,
    });
  });

  it('stays paused even if `enabled` is true, with a warning', async () => {
    const { body } = await create({ enabled: true });

    expect(body.data).toMatchObject({ enabled: false, state: 'paused' });
    expect(body.warnings).toMatchObject([{ code: 'enabled_ignored', pointer: '#/enabled' }]);
    expect((await create({ enabled: false })).body.warnings).toEqual([]);
  });

  it.each([
    [{}, 'all'],
    [{ channel: 'all' }, 'all'],
    [{ channel: null }, 'all'],
    [{ channel: 'sms' }, 'sms'],
  ])('accepts the channel %j for %s', async (channel, shown) => {
    const subscriptions = [{ event: 'salesbot.message.received', ...channel }];

    expect((await create({ subscriptions })).body.data.subscriptions).toEqual([
      { event: 'salesbot.message.received', channel: shown, filter: null },
    ]);
  });

  it('collapses exact duplicates, and keeps `all` next to a channel', async () => {
    const event = 'salesbot.message.received';
    const subscriptions = [{ event }, { event, channel: 'sms' }, { event, channel: 'all' }];

    expect((await create({ subscriptions })).body.data.subscriptions).toEqual([
      { event, channel: 'all', filter: null },
      { event, channel: 'sms', filter: null },
    ]);
  });

  it('warns about a channel that reports only some statuses', async () => {
    const event = 'salesbot.message.read_or_seen';
    const subscriptions = [{ event: 'salesbot.message.sent' }, { event, channel: 'whatsapp' }];
    const { status, body } = await create({ subscriptions });

    expect(status).toBe(201);
    expect(body.warnings).toMatchObject([
      { code: 'channel_status_limited', pointer: '#/subscriptions/1', event, channel: 'whatsapp' },
    ]);
  });

  it.each([
    [{ description: '' }, null],
    [{ description: null }, null],
    [{ description: '   ' }, null],
    [{}, null],
  ])('accepts %j as no description', async (body, description) => {
    expect((await create(body)).body.data.description).toBe(description);
  });

  it('accepts a host that does not resolve yet', async () => {
    expect((await create({ url: 'https://soon.example.org/' })).status).toBe(201);
  });

  it('accepts 200 subscriptions, and 100 code points of emoji as a name', async () => {
    const subscriptions = Array.from({ length: 200 }, () => ({ event: 'salesbot.message.sent' }));

    expect((await create({ subscriptions, name: '🙂'.repeat(100) })).status).toBe(201);
  });

  it('returns the same response to a repeated request, secret included, for 24 hours', async (api) => {
    const request = { json: anEndpointBody(), headers: { 'idempotency-key': 'k' } };
    const first = await api.call('create-endpoint', request);
    api.clock.advance(86_399);
    const again = await api.call('create-endpoint', request);

    expect(again).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(again.headers['Location']).toBe(first.headers['Location']);
    expect(api.core.endpoints.size).toBe(1);
    expect(again.body.data.created_at).toBe(secondsAfterNow(0).toISOString());
  });
});

describe('create-endpoint, security', () => {
  it('stores the secret encrypted and shows it only in this response', async (api) => {
    const { body } = await api.call('create-endpoint', {
      json: anEndpointBody(),
      headers: { 'idempotency-key': 'k' },
    });
    const endpoint = body.data.id;
    const stored = JSON.stringify([[...api.core.endpoints], [...api.core.responses], [...api.core.targets]]);

    expect(stored).not.toContain(body.secret);
    expect(JSON.stringify(api.log.lines)).not.toContain(body.secret);
    for (const name of ['get-endpoint', 'list-endpoints'] as const) {
      expect((await api.call(name, { params: { endpoint } })).text).not.toContain(body.secret);
    }
  });

  it('encrypts the secret for this endpoint of this workspace only', async (api) => {
    const { body } = await api.call('create-endpoint', { json: anEndpointBody() });
    const sealed = api.core.endpoints.get(body.data.id)?.secrets.current ?? '';
    const context = { purpose: 'signing', workspace: api.workspaceId, subject: body.data.id } as const;

    expect(await api.secrets.open(sealed, context)).toBe(body.secret);
    await expect(api.secrets.open(sealed, { ...context, subject: 'another' })).rejects.toThrow();
    await expect(api.secrets.open(sealed, { ...context, purpose: 'replay' })).rejects.toThrow();
  });

  it('creates a new secret each time', async () => {
    expect((await create()).body.secret).not.toBe((await create()).body.secret);
  });

  it('rejects products the key may not subscribe to, and lists them', async (api) => {
    const subscriptions = [{ event: 'publishing.post.published' }, { event: 'salesbot.message.sent' }];
    const key = api.grant(['salesbot:webhooks:subscribe']);

    expect(await api.call('create-endpoint', { json: anEndpointBody({ subscriptions }), key })).toMatchObject(
      {
        status: 403,
        body: { code: 'product_not_permitted', products: ['publishing'] },
      },
    );
    expect(api.core.endpoints.size).toBe(0);
  });

  it.each(['editor', 'viewer'] as const)('requires a responsible admin: %s is not enough', async (role) => {
    const api = await startMemoryApi();
    const key = await api.addMemberWithKey({ role });

    expect(await api.call('create-endpoint', { json: anEndpointBody(), key })).toMatchObject({
      status: 403,
      body: { code: 'admin_required' },
    });
  });

  it('rejects the key of a member who has left', async (api) => {
    await api.removeMember({ workspaceId: api.workspaceId, id: api.admin.id });

    expect((await api.call('create-endpoint', { json: anEndpointBody() })).body.code).toBe('admin_required');
  });
});
