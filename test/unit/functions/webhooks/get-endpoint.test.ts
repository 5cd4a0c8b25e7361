import { describe, expect } from 'vitest';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { anEndpointBody, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

async function setUp(overrides: Readonly<Record<string, unknown>> = {}) {
  const api = await startMemoryApi();
  const { body } = await api.call('create-endpoint', { json: anEndpointBody(overrides) });
  const endpoint = String(body.data.id);
  return {
    api,
    endpoint,
    created: body.data,
    read: () => api.call('get-endpoint', { params: { endpoint } }),
  };
}

describe('get-endpoint, happy', () => {
  it('returns what create returned, without the secret', async ({ created, read }) => {
    const { status, headers, body } = await read();

    expect(status).toBe(200);
    expect(body).toEqual({ data: created });
    expect(headers['ETag']).toBe('"1"');
  });

  it('computes statistics from the attempts of its latest deliveries', async ({ api, endpoint, read }) => {
    const delivery = aDelivery({ endpointId: endpoint, state: 'retrying' });
    await api.deliveries.recordAttempt(
      delivery,
      anAttempt({ outcome: 'success', statusCode: 200 }),
      aRetry(),
    );
    await api.deliveries.recordAttempt(
      delivery,
      anAttempt({ number: 2, startedAt: secondsAfterNow(10) }),
      aRetry(),
    );
    await api.deliveries.recordAttempt(
      delivery,
      anAttempt({ number: 3, startedAt: secondsAfterNow(20) }),
      aRetry(),
    );

    expect((await read()).body.data.stats).toEqual({
      last_success_at: NOW.toISOString(),
      last_failure_at: secondsAfterNow(20).toISOString(),
      consecutive_failures: 2,
    });
  });

  it('shows the overlap of a rotation until it ends, without a write', async ({ api, endpoint, read }) => {
    const stored = api.core.endpoints.get(endpoint) ?? anEndpoint();
    const previous = { sealed: 'sealed', expiresAt: secondsAfterNow(60) };
    api.core.endpoints.set(endpoint, { ...stored, secrets: { ...stored.secrets, previous } });

    expect((await read()).body.data.secret_rotation).toEqual({
      in_progress: true,
      previous_secret_expires_at: secondsAfterNow(60).toISOString(),
    });
    api.clock.advance(60);
    expect((await read()).body.data.secret_rotation).toEqual({
      in_progress: false,
      previous_secret_expires_at: null,
    });
  });

  it('shows a suspension with its reason', async ({ api, endpoint, read }) => {
    const stored = api.core.endpoints.get(endpoint) ?? anEndpoint();
    const suspendedReason = 'responsible_admin_inactive';
    api.core.endpoints.set(endpoint, { ...stored, enabled: true, suspendedReason });

    expect((await read()).body.data).toMatchObject({
      enabled: true,
      state: 'suspended',
      suspended_reason: suspendedReason,
    });
  });
});

describe('get-endpoint, error', () => {
  it('rejects query parameters', async ({ api, endpoint }) => {
    expect(await api.call('get-endpoint', { params: { endpoint }, query: { expand: 'all' } })).toMatchObject({
      status: 422,
      body: { code: 'unknown_parameter', errors: [{ parameter: 'expand' }] },
    });
  });
});

describe('get-endpoint, security', () => {
  it('returns the same 404 for unknown ids, malformed ids and ids of another workspace', async () => {
    const { api, endpoint } = await setUp();
    const other = await api.createOtherWorkspace();
    const headers = { 'x-request-id': 'request-42' };
    const responses = await Promise.all([
      api.call('get-endpoint', { params: { endpoint }, key: other.key, headers }),
      api.call('get-endpoint', { params: { endpoint: '01980000-0000-7000-8000-0000000000ff' }, headers }),
      api.call('get-endpoint', { params: { endpoint: 'nonsense' }, headers }),
      api.call('get-endpoint', { params: { endpoint: '' }, headers }),
    ]);

    expect(responses[0]).toMatchObject({ status: 404, body: { code: 'endpoint_not_found' } });
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect(JSON.stringify(responses)).not.toContain(endpoint);
  });

  it('rejects a key that lacks one of its products', async () => {
    const subscriptions = [{ event: 'salesbot.message.sent' }, { event: 'publishing.post.published' }];
    const { api, endpoint } = await setUp({ subscriptions });
    const key = api.grant(['salesbot:webhooks:subscribe']);

    expect(await api.call('get-endpoint', { params: { endpoint }, key })).toMatchObject({
      status: 403,
      body: { code: 'product_not_permitted', products: ['publishing'] },
    });
  });
});
