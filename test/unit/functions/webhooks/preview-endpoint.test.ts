import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect } from 'vitest';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { type ApiRequest, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { contentsOf } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const URL = 'https://hooks.example.com/orders';
const ORDERS = { url: URL, subscriptions: [{ event: 'salesbot.store.order_paid' }] };

async function setUp() {
  const api = await startMemoryApi();
  const preview = (json: unknown = ORDERS, request: ApiRequest = {}) =>
    api.call('preview-endpoint', { json, ...request });
  return { api, preview };
}

describe('preview-endpoint, happy', () => {
  it('returns whether the address is reachable, and the details', async ({ api, preview }) => {
    const { status, body } = await preview();

    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data', 'secret']);
    expect(body.data.target).toEqual({
      reachable: true,
      protocol: 'TLSv1.3',
      address: '203.0.113.7',
      error: null,
    });
    expect(body.data.warnings).toEqual([]);
    expect(api.connection.checked).toEqual([URL]);
  });

  it('returns 200 for an unreachable address, because that is a valid result', async ({ api, preview }) => {
    api.connection.answer({
      reachable: false,
      error: 'The TLS certificate has expired; renew the certificate.',
    });
    const { status, body } = await preview();

    expect(status).toBe(200);
    expect(body.data.target).toEqual({
      reachable: false,
      protocol: null,
      address: null,
      error: 'The TLS certificate has expired; renew the certificate.',
    });
    expect(body.data.deliveries).toHaveLength(1);
  });

  it('shows one delivery for each event, whatever its channels, with the sample of this workspace', async () => {
    const { api, preview } = await setUp();
    const { body } = await preview({
      url: URL,
      subscriptions: [
        { event: 'salesbot.message.sent', channel: 'sms' },
        { event: 'salesbot.message.sent', channel: 'whatsapp' },
        { event: 'publishing.post.published' },
      ],
    });
    const { deliveries } = body.data;

    expect(deliveries.map(({ event }: { event: string }) => event).toSorted()).toEqual([
      'publishing.post.published',
      'salesbot.message.sent',
    ]);
    for (const { event, headers, body: text } of deliveries) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'workspace-platform-webhooks/1',
        'x-webhook-event': event,
        'x-webhook-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/u),
      });
      expect(JSON.parse(text)).toEqual({
        id: headers['webhook-id'],
        schema_version: '1',
        event,
        product: event.split('.')[0],
        occurred_at: NOW.toISOString(),
        workspace_id: api.workspaceId,
        test: true,
        data:
          event === 'salesbot.message.sent'
            ? expect.objectContaining({ channel: 'sms' })
            : findEvent(event)?.sampleData,
      });
    }
  });

  it('signs it with a throw-away secret, so that a verifier can be tested', async ({ api, preview }) => {
    const { body } = await preview();
    const [{ headers, body: text }] = body.data.deliveries;
    // The clock of the test stands still; the clocks of the verifiers do not.
    const age = Math.ceil(Math.abs(Date.now() - api.clock().getTime()) / 1000) + 300;

    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/u);
    new Stripe('sk_test_unused').webhooks.constructEvent(
      text,
      headers['x-webhook-signature'],
      body.secret,
      age,
    );
    expect(() =>
      new Stripe('sk_test_unused').webhooks.constructEvent(
        `${text} `,
        headers['x-webhook-signature'],
        body.secret,
        age,
      ),
    ).toThrow();
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(at).toEqual(NOW);
    expect(new StandardWebhook(body.secret).sign(headers['webhook-id'], at, text)).toBe(
      headers['webhook-signature'],
    );
  });

  it('creates a new secret each time, and the same response for the same Idempotency-Key', async () => {
    const { api, preview } = await setUp();
    const headers = { 'idempotency-key': 'k' };
    const first = await preview(ORDERS, { headers });
    const again = await preview(ORDERS, { headers });

    expect(again).toMatchObject({
      status: 200,
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(api.connection.checked).toHaveLength(1);
    expect((await preview()).body.secret).not.toBe(first.body.secret);
  });

  it('warns about channels that report a status only sometimes', async ({ preview }) => {
    const { body } = await preview({
      url: URL,
      subscriptions: [{ event: 'salesbot.message.delivered', channel: 'sms' }],
    });

    expect(body.data.warnings).toMatchObject([
      { code: 'channel_status_limited', pointer: '#/subscriptions/0' },
    ]);
  });

  it('creates nothing', async ({ api, preview }) => {
    const before = contentsOf(api);
    await preview();

    expect(contentsOf(api)).toBe(before);
  });
});

describe('preview-endpoint, error', () => {
  it.each([
    [{ ...ORDERS, url: undefined }, '#/url', 'required'],
    [{ ...ORDERS, url: 7 }, '#/url', 'invalid_type'],
    [{ ...ORDERS, url: 'nothing' }, '#/url', 'invalid_url'],
    [{ ...ORDERS, url: 'https://user:pw@hooks.example.com/' }, '#/url', 'invalid_url'],
    [{ ...ORDERS, url: 'https://hooks.example.com:22/' }, '#/url', 'invalid_url'],
    [{ ...ORDERS, url: 'http://hooks.example.com/' }, '#/url', 'url_not_https'],
    [{ ...ORDERS, url: 'https://127.0.0.1/' }, '#/url', 'url_not_public'],
    [{ ...ORDERS, url: 'https://[::1]/' }, '#/url', 'url_not_public'],
    [{ ...ORDERS, url: 'https://inside.example.com/' }, '#/url', 'url_not_public'],
    [{ ...ORDERS, url: 'https://api.example.com/' }, '#/url', 'url_not_public'],
    [{ url: URL }, '#/subscriptions', 'required'],
    [{ ...ORDERS, subscriptions: [] }, '#/subscriptions', 'too_few_items'],
    [{ ...ORDERS, subscriptions: [{ event: 'x' }] }, '#/subscriptions/0/event', 'event_unknown'],
    [
      { ...ORDERS, subscriptions: [{ event: 'salesbot.message.sent', channel: 'fax' }] },
      '#/subscriptions/0/channel',
      'channel_unknown',
    ],
    [
      { ...ORDERS, subscriptions: [{ event: 'publishing.post.published', channel: 'sms' }] },
      '#/subscriptions/0/channel',
      'channel_not_allowed',
    ],
    [
      { ...ORDERS, subscriptions: [{ event: 'salesbot.message.sent', channel: 'tiktok' }] },
      '#/subscriptions/0/channel',
      'channel_status_unsupported',
    ],
    [{ ...ORDERS, name: 'x' }, '#/name', 'unknown_field'],
    [[], '#', 'invalid_type'],
  ])('rejects %j at %s as %s, and connects to nothing', async (json, pointer, code, { api, preview }) => {
    expect(await preview(json)).toMatchObject({ status: 422, body: { code, errors: [{ pointer, code }] } });
    expect(api.connection.checked).toEqual([]);
  });

  it('requires a body', async ({ preview }) => {
    expect(codeOf(await preview(undefined, { json: undefined }))).toBe('400 body_required');
  });

  it('reports every problem of the URL and the subscriptions at once', async ({ preview }) => {
    const { body } = await preview({ url: 'http://hooks.example.com/', subscriptions: [{ event: 'x' }] });

    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '#/url',
      '#/subscriptions/0/event',
    ]);
  });
});

describe('preview-endpoint, security', () => {
  it('requires every requested product, and connects to nothing before', async ({ api, preview }) => {
    const key = api.grant(['publishing:webhooks:subscribe']);

    expect(await preview(ORDERS, { key })).toMatchObject({
      status: 403,
      body: { code: 'product_not_permitted', products: ['salesbot'] },
    });
    expect(api.connection.checked).toEqual([]);
  });

  it('never shows the address to which a host resolves', async ({ preview }) => {
    expect((await preview({ ...ORDERS, url: 'https://inside.example.com/' })).text).not.toContain('10.0.0.7');
  });

  it('stores the throw-away secret encrypted as well', async ({ api, preview }) => {
    const { body } = await preview(ORDERS, { headers: { 'idempotency-key': 'k' } });

    expect(contentsOf(api)).not.toContain(body.secret);
  });
});
