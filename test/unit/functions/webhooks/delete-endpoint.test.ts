import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { ENDPOINT_LIMIT } from '#shared/webhooks/domain/endpoint.ts';
import { anEndpointBody } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

describe('delete-endpoint, happy', () => {
  it.each([true, false])('returns 204 without a body (enabled: %s)', async (enabled) => {
    const { run } = await startEndpointApi({}, enabled);
    const { status, text, headers } = await run('delete-endpoint');

    expect(status).toBe(204);
    expect(text).toBeUndefined();
    expect(headers).not.toHaveProperty('Content-Type');
  });

  it('makes the endpoint and its history unreachable', async ({ api, run, deliverIngested }) => {
    const delivery = await deliverIngested();
    await run('delete-endpoint');
    const params = { delivery: delivery.id };
    const responses = await Promise.all([
      run('get-endpoint'),
      run('update-endpoint', { json: {} }),
      run('enable-endpoint'),
      run('rotate-secret'),
      run('send-test-event'),
      run('list-deliveries'),
      run('get-delivery', { params }),
      run('resend-delivery', { params }),
      run('delete-endpoint'),
    ]);

    expect(new Set(responses.map(codeOf))).toEqual(new Set(['404 endpoint_not_found']));
    expect((await api.call('list-endpoints')).body.data).toEqual([]);
    expect((await api.call('list-workspace-deliveries')).body.data).toEqual([]);
  });

  it('cancels what is queued, and deletes URL and secret', async ({ api, endpoint, run, stored }) => {
    const { settingsVersion } = stored();
    await run('delete-endpoint');

    expect(await api.endpoints.readTarget(endpoint)).toMatchObject({
      deleted: true,
      enabled: false,
      url: '',
      secrets: { current: '', previous: null },
      settingsVersion: settingsVersion + 1,
    });
  });

  it('stops matching events', async ({ api, run }) => {
    await run('delete-endpoint');
    const { body } = await api.call('ingest-event', {
      json: {
        event: 'salesbot.store.order_paid',
        data: { order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' } },
      },
    });

    expect(body.data.matched_endpoints).toBe(0);
  });

  it('makes room for another endpoint', async ({ api, run }) => {
    for (let count = 1; count < ENDPOINT_LIMIT; count += 1) {
      await api.call('create-endpoint', { json: anEndpointBody() });
    }
    expect((await api.call('create-endpoint', { json: anEndpointBody() })).status).toBe(409);
    await run('delete-endpoint');

    expect((await api.call('create-endpoint', { json: anEndpointBody() })).status).toBe(201);
  });

  it('does not let a replay of its creation create it again', async ({ api }) => {
    const request = { json: anEndpointBody(), headers: { 'idempotency-key': 'k' } };
    const first = await api.call('create-endpoint', request);
    await api.call('delete-endpoint', { params: { endpoint: first.body.data.id } });
    const again = await api.call('create-endpoint', request);

    expect(again.text).toBe(first.text);
    expect(api.core.endpoints.has(first.body.data.id)).toBe(false);
  });

  it('works on a suspended endpoint, for any admin', async ({ api, run, suspend }) => {
    suspend();
    const key = await api.addMemberWithKey();
    await api.removeMember(api.admin);

    expect((await run('delete-endpoint', { key })).status).toBe(204);
  });
});

describe('delete-endpoint, error', () => {
  it('returns 404 for a second delete, and 204 to only one of two concurrent deletes', async ({ run }) => {
    const both = await Promise.all([run('delete-endpoint'), run('delete-endpoint')]);

    expect(both.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect((await run('delete-endpoint')).status).toBe(404);
  });

  it.each([
    ['"2"', 204],
    ['*', 204],
    ['"1"', 412],
    ['W/"2"', 412],
  ])('evaluates If-Match %s: %i', async (ifMatch, status, { api, endpoint, run }) => {
    expect((await run('delete-endpoint', { headers: { 'if-match': ifMatch } })).status).toBe(status);
    expect(api.core.endpoints.has(endpoint)).toBe(status === 412);
  });

  it('returns 409 when it loses a race twice', async ({ api, run }) => {
    Object.assign(api.endpoints, { remove: () => Promise.reject(new ConcurrentUpdateError()) });

    expect((await run('delete-endpoint')).body.code).toBe('concurrent_update');
  });

  it('rejects query parameters', async ({ run, stored }) => {
    expect((await run('delete-endpoint', { query: { force: 'true' } })).body.code).toBe('unknown_parameter');
    expect(stored()).toBeDefined();
  });
});
