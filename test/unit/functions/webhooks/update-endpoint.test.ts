import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anEndpointBody, type ApiRequest, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

/** An API with one endpoint, and edits of that endpoint a minute later. */
async function setUp(overrides: Readonly<Record<string, unknown>> = {}) {
  const api = await startMemoryApi();
  const { body } = await api.call('create-endpoint', { json: anEndpointBody(overrides) });
  const id = String(body.data.id);
  api.clock.advance(60);
  const edit = (json: unknown, request: ApiRequest = {}) =>
    api.call('update-endpoint', { params: { endpoint: id }, json, ...request });
  return { api, id, created: body.data, edit, stored: () => api.core.endpoints.get(id) };
}

describe('update-endpoint, happy', () => {
  it('changes what is sent and keeps the rest', async () => {
    const { created, edit } = await setUp({ description: 'Old' });
    const { status, headers, body } = await edit({ name: ' New name ' });

    expect(status).toBe(200);
    expect(body).toEqual({
      data: { ...created, name: 'New name', updated_at: secondsAfterNow(60).toISOString() },
      warnings: [],
    });
    expect(headers['ETag']).toBe('"2"');
  });

  it('never shows the secret', async ({ edit }) => {
    expect((await edit({ enabled: true })).text).not.toContain('whsec_');
  });

  it('enables and pauses with the field enabled', async ({ edit }) => {
    expect((await edit({ enabled: true })).body.data).toMatchObject({ enabled: true, state: 'enabled' });
    expect((await edit({ name: 'Other' })).body.data.state).toBe('enabled');
    expect((await edit({ enabled: false })).body.data).toMatchObject({ enabled: false, state: 'paused' });
  });

  it('keeps another order of the same subscriptions, and cancels nothing', async ({ edit, stored }) => {
    const [first, second] = [{ event: 'salesbot.contact.created' }, { event: 'salesbot.store.order_paid' }];
    await edit({ subscriptions: [first, second] });
    await edit({ subscriptions: [second, first] });
    await edit({ subscriptions: [second, first] });

    expect(stored()).toMatchObject({ subscriptions: [second, first], settingsVersion: 2, revision: 3 });
  });

  it('replaces the list of subscriptions, with its warnings', async ({ edit }) => {
    const event = 'salesbot.message.delivered';
    const { body } = await edit({ subscriptions: [{ event, channel: 'sms' }] });

    expect(body.data.subscriptions).toEqual([{ event, channel: 'sms', filter: null }]);
    expect(body.warnings).toMatchObject([{ code: 'channel_status_limited', pointer: '#/subscriptions/0' }]);
  });

  it.each([null, '', '  '])('removes the description with %j', async (description) => {
    const { edit } = await setUp({ description: 'Old' });

    expect((await edit({ description })).body.data.description).toBeNull();
  });

  it('accepts PUT for the same partial edit', async ({ edit }) => {
    expect(await edit({ name: 'By PUT' }, { method: 'PUT' })).toMatchObject({
      status: 200,
      body: { data: { name: 'By PUT', url: 'https://hooks.example.com/orders' } },
    });
  });

  it('finds the endpoint regardless of the case of its id', async ({ id, edit }) => {
    expect((await edit({ name: 'x' }, { params: { endpoint: id.toUpperCase() } })).status).toBe(200);
  });

  it('keeps the responsible member', async ({ api, created, edit }) => {
    const key = await api.addMemberWithKey();

    expect((await edit({ name: 'By another' }, { key })).body.data.responsible_member).toEqual(
      created.responsible_member,
    );
  });
});

describe('update-endpoint, what is queued', () => {
  it.each([
    { url: 'https://other.example.com/' },
    { enabled: true },
    { subscriptions: [{ event: 'salesbot.message.sent' }] },
  ])('is cancelled by %j, which counts as a new version of the settings', async (json, { edit, stored }) => {
    await edit(json);

    expect(stored()).toMatchObject({ settingsVersion: 2, revision: 2 });
  });

  it.each([{ name: 'Other' }, { description: 'Other' }])('is not affected by %j', async (json) => {
    const { edit, stored } = await setUp();
    await edit(json);

    expect(stored()).toMatchObject({ settingsVersion: 1, revision: 2 });
  });

  it.each([
    {},
    { name: 'Order desk' },
    { enabled: false },
    { url: ' https://hooks.example.com/orders ' },
    {
      subscriptions: [
        { event: 'salesbot.store.order_paid', channel: 'all' },
        { event: 'salesbot.store.order_paid' },
      ],
    },
  ])('is not affected by %j, which changes nothing: same revision, same timestamp', async (json) => {
    const { created, edit, stored } = await setUp();
    const { status, headers, body } = await edit(json);

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"1"');
    expect(body.data).toEqual(created);
    expect(stored()).toMatchObject({ settingsVersion: 1, revision: 1, updatedAt: NOW });
  });
});

describe('update-endpoint, enabling', () => {
  it('checks the stored URL again', async ({ api, edit }) => {
    api.addresses['hooks.example.com'] = '192.168.0.1';

    expect(await edit({ enabled: true })).toMatchObject({ status: 422, body: { code: 'url_not_public' } });
    expect((await edit({ name: 'Still editable' })).status).toBe(200);
  });

  it('does not check the URL when it is already enabled', async ({ api, edit }) => {
    await edit({ enabled: true });
    api.addresses['hooks.example.com'] = '192.168.0.1';

    expect((await edit({ enabled: true })).status).toBe(200);
  });

  it('requires the responsible member to still be an admin', async ({ api, edit }) => {
    const key = await api.addMemberWithKey();
    await api.putMember({ ...api.admin, role: 'editor' });

    expect(await edit({ enabled: true }, { key })).toMatchObject({
      status: 403,
      body: { code: 'admin_required' },
    });
    expect((await edit({ name: 'Rename' }, { key })).status).toBe(200);
  });
});

describe('update-endpoint, error', () => {
  it.each([
    [{ name: null }, '#/name', 'invalid_type'],
    [{ name: '' }, '#/name', 'too_short'],
    [{ enabled: 1 }, '#/enabled', 'invalid_type'],
    [{ subscriptions: [] }, '#/subscriptions', 'too_few_items'],
    [{ subscriptions: null }, '#/subscriptions', 'invalid_type'],
    [{ subscriptions: [{ event: 'x' }] }, '#/subscriptions/0/event', 'event_unknown'],
    [{ url: 'http://x.example.com/' }, '#/url', 'url_not_https'],
    [{ url: 'https://inside.example.com/' }, '#/url', 'url_not_public'],
    [{ created_at: 'x' }, '#/created_at', 'field_not_updatable'],
    [{ secret_hint: 'x' }, '#/secret_hint', 'field_not_updatable'],
    [{ colour: 'x' }, '#/colour', 'unknown_field'],
    [[], '#', 'invalid_type'],
  ])('rejects %j at %s as %s and changes nothing', async (json, pointer, code, { edit, stored }) => {
    expect(await edit(json)).toMatchObject({ status: 422, body: { code, errors: [{ pointer, code }] } });
    expect(stored()?.revision).toBe(1);
  });

  it('requires a body', async ({ edit }) => {
    expect((await edit(undefined)).body.code).toBe('body_required');
  });

  it.each(['"1"', '*', '"7", "1"'])('accepts If-Match %s with the current revision', async (ifMatch) => {
    const { edit } = await setUp();

    expect((await edit({ name: 'x' }, { headers: { 'if-match': ifMatch } })).status).toBe(200);
  });

  it.each(['"2"', 'W/"1"', '1'])(
    'rejects the outdated or wrong If-Match %s with the current tag',
    async (ifMatch, { edit }) => {
      expect(await edit({ name: 'x' }, { headers: { 'if-match': ifMatch } })).toMatchObject({
        status: 412,
        headers: { ETag: '"1"' },
        body: { code: 'revision_mismatch', current_revision: '1' },
      });
    },
  );

  it('loses no concurrent edit', async ({ edit, stored }) => {
    const edits = await Promise.all([edit({ name: 'A' }), edit({ description: 'B' })]);

    expect(edits.map(({ status }) => status)).toEqual([200, 200]);
    expect(stored()).toMatchObject({ name: 'A', description: 'B', revision: 3 });
  });

  it('returns 409 when it loses a race twice', async ({ api, edit }) => {
    Object.assign(api.endpoints, { save: () => Promise.reject(new ConcurrentUpdateError()) });

    expect(await edit({ name: 'x' })).toMatchObject({ status: 409, body: { code: 'concurrent_update' } });
  });
});

describe('update-endpoint, security', () => {
  it.each(['01980000-0000-7000-8000-0000000000ff', 'nonsense', ''])(
    'returns 404 for %j',
    async (endpoint, { edit }) => {
      expect(await edit({ name: 'x' }, { params: { endpoint } })).toMatchObject({
        status: 404,
        body: { code: 'endpoint_not_found' },
      });
    },
  );

  it('changes no endpoint of another workspace', async ({ api, edit, stored }) => {
    const other = await api.createOtherWorkspace();

    expect((await edit({ name: 'Mine' }, { key: other.key })).status).toBe(404);
    expect(stored()?.name).toBe('Order desk');
  });

  it('requires every product the endpoint has and gets', async ({ api, edit }) => {
    const salesbot = api.grant(['salesbot:webhooks:subscribe']);
    const both = [{ event: 'salesbot.message.sent' }, { event: 'publishing.post.published' }];

    expect(await edit({ subscriptions: both }, { key: salesbot })).toMatchObject({
      status: 403,
      body: { code: 'product_not_permitted', products: ['publishing'] },
    });
    await edit({ subscriptions: both });
    expect((await edit({ name: 'x' }, { key: salesbot })).body.code).toBe('product_not_permitted');
    expect(
      (await edit({ subscriptions: [{ event: 'salesbot.message.sent' }] }, { key: salesbot })).status,
    ).toBe(403);
  });
});
