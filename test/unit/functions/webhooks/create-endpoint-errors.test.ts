import { describe, expect } from 'vitest';
import { it, anEndpointBody, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';

async function create(overrides: Readonly<Record<string, unknown>> = {}) {
  const api = await startMemoryApi();
  return api.call('create-endpoint', { json: anEndpointBody(overrides) });
}

describe('create-endpoint, error', () => {
  it.each([
    [{ name: undefined }, '#/name', 'required'],
    [{ name: '' }, '#/name', 'too_short'],
    [{ name: 'x'.repeat(101) }, '#/name', 'too_long'],
    [{ name: 'a\nb' }, '#/name', 'invalid_characters'],
    [{ name: 7 }, '#/name', 'invalid_type'],
    [{ description: 'x'.repeat(281) }, '#/description', 'too_long'],
    [{ url: undefined }, '#/url', 'required'],
    [{ url: 7 }, '#/url', 'invalid_type'],
    [{ url: 'http://hooks.example.com/' }, '#/url', 'url_not_https'],
    [{ url: 'ftp://hooks.example.com/' }, '#/url', 'url_not_https'],
    [{ url: 'https://127.0.0.1/' }, '#/url', 'url_not_public'],
    [{ url: 'https://2130706433/' }, '#/url', 'url_not_public'],
    [{ url: 'https://[::1]/' }, '#/url', 'url_not_public'],
    [{ url: 'https://localhost/' }, '#/url', 'url_not_public'],
    [{ url: 'https://inside.example.com/' }, '#/url', 'url_not_public'],
    [{ url: 'https://api.example.com/api' }, '#/url', 'url_not_public'],
    [{ url: 'https://user:pw@hooks.example.com/' }, '#/url', 'invalid_url'],
    [{ url: 'https://hooks.example.com/#x' }, '#/url', 'invalid_url'],
    [{ url: 'https://hooks.example.com:22/' }, '#/url', 'invalid_url'],
    [{ url: `https://hooks.example.com/${'x'.repeat(2048)}` }, '#/url', 'invalid_url'],
    [{ url: 'nothing' }, '#/url', 'invalid_url'],
    [{ url: '' }, '#/url', 'invalid_url'],
    [{ enabled: 'true' }, '#/enabled', 'invalid_type'],
    [{ subscriptions: undefined }, '#/subscriptions', 'required'],
    [{ subscriptions: [] }, '#/subscriptions', 'too_few_items'],
    [
      { subscriptions: Array.from({ length: 201 }, () => ({ event: 'salesbot.message.sent' })) },
      '#/subscriptions',
      'too_many_items',
    ],
    [{ subscriptions: [{}] }, '#/subscriptions/0/event', 'required'],
    [{ subscriptions: [{ event: 'salesbot.message.sent', x: 1 }] }, '#/subscriptions/0/x', 'unknown_field'],
    [{ subscriptions: [{ event: 'salesbot.nothing' }] }, '#/subscriptions/0/event', 'event_unknown'],
    [
      { subscriptions: [{ event: 'salesbot.message.sent', channel: 'fax' }] },
      '#/subscriptions/0/channel',
      'channel_unknown',
    ],
    [
      { subscriptions: [{ event: 'publishing.post.published', channel: 'sms' }] },
      '#/subscriptions/0/channel',
      'channel_not_allowed',
    ],
    [
      { subscriptions: [{ event: 'salesbot.store.inventory_low', channel: 'sms' }] },
      '#/subscriptions/0/channel',
      'channel_not_allowed',
    ],
    [{ secret: 'whsec_mine' }, '#/secret', 'field_not_updatable'],
    [{ state: 'enabled' }, '#/state', 'field_not_updatable'],
    [{ color: 'red' }, '#/color', 'unknown_field'],
  ])('rejects %j at %s as %s', async (overrides, pointer, code) => {
    const { status, body } = await create(overrides);

    expect(status).toBe(422);
    expect(body.code).toBe(code);
    expect(body.errors).toMatchObject([{ pointer, code }]);
  });

  it.each([
    ['instagram', 'delivered'],
    ['sms', 'read_or_seen'],
    ['tiktok', 'sent'],
    ['tiktok', 'delivered'],
    ['tiktok', 'read_or_seen'],
    ['tiktok', 'failed'],
  ])('rejects %s for %s, which it never reports, and explains it', async (channel, status) => {
    const event = `salesbot.message.${status}`;

    expect((await create({ subscriptions: [{ event, channel }] })).body).toMatchObject({
      code: 'channel_status_unsupported',
      errors: [{ pointer: '#/subscriptions/0/channel', event, channel }],
    });
  });

  it('reports every problem of the URL and the subscriptions at once', async () => {
    const subscriptions = [{ event: 'nothing' }, { event: 'salesbot.message.sent', channel: 'fax' }];
    const { body } = await create({ url: 'http://hooks.example.com/', subscriptions });

    expect(body).toMatchObject({ code: 'validation_failed', detail: 'The request has 3 validation errors.' });
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '#/url',
      '#/subscriptions/0/event',
      '#/subscriptions/1/channel',
    ]);
  });

  it('never shows the address to which a host resolves', async () => {
    expect((await create({ url: 'https://inside.example.com/' })).text).not.toContain('10.0.0.7');
  });

  it('rejects the 26th endpoint, counting paused ones', async (api) => {
    for (let count = 0; count < 25; count += 1) await api.call('create-endpoint', { json: anEndpointBody() });

    expect(await api.call('create-endpoint', { json: anEndpointBody() })).toMatchObject({
      status: 409,
      body: { code: 'endpoint_limit_reached', limit: 25 },
    });
  });

  it('returns one 201 and one 409 to a race for the 25th endpoint', async (api) => {
    for (let count = 0; count < 24; count += 1) await api.call('create-endpoint', { json: anEndpointBody() });
    const race = await Promise.all([1, 2].map(() => api.call('create-endpoint', { json: anEndpointBody() })));

    expect(race.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});
