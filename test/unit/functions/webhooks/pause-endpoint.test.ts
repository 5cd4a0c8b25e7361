import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { it, startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

describe('pause-endpoint, happy', () => {
  it('pauses without a body, and returns the endpoint with its new tag', async ({ api, run, stored }) => {
    api.clock.advance(60);
    const { status, headers, body } = await run('pause-endpoint');

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"3"');
    expect(body).toMatchObject({
      data: { enabled: false, state: 'paused', updated_at: secondsAfterNow(60).toISOString() },
      warnings: [],
    });
    expect(stored()).toMatchObject({ enabled: false, settingsVersion: 3 });
  });

  it('cancels what is queued, and shows it at once', async ({ run, deliver }) => {
    const queued = await deliver(1, { state: 'retrying', nextAttemptAt: secondsAfterNow(60) });
    const done = await deliver(2, { state: 'succeeded', finishedAt: secondsAfterNow(3) });
    await run('pause-endpoint');

    expect((await run('list-deliveries')).body.data).toMatchObject([
      { id: done.id, state: 'succeeded' },
      { id: queued.id, state: 'cancelled', reason: 'endpoint_paused', next_attempt_at: null },
    ]);
  });

  it('does not match the next event', async ({ api, run }) => {
    await run('pause-endpoint');
    const { body } = await api.call('ingest-event', {
      json: {
        event: 'salesbot.store.order_paid',
        data: { order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' } },
      },
    });

    expect(body.data.matched_endpoints).toBe(0);
  });

  it('is a no-op on a paused endpoint', async () => {
    const { run, stored } = await startEndpointApi({}, false);
    const { status, headers } = await run('pause-endpoint');

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"1"');
    expect(stored()).toMatchObject({ revision: 1, settingsVersion: 1 });
  });

  it('works whatever happened to the URL and the responsible member, because it is the emergency brake', async () => {
    const { api, run } = await startEndpointApi();
    api.addresses['hooks.example.com'] = '192.168.0.1';
    const key = await api.addMemberWithKey();
    await api.removeMember(api.admin);

    expect((await run('pause-endpoint', { key })).body.data.state).toBe('paused');
  });

  it('works on a suspended endpoint', async ({ run, suspend }) => {
    suspend();

    expect((await run('pause-endpoint')).body.data).toMatchObject({
      enabled: false,
      state: 'paused',
      suspended_reason: 'responsible_admin_inactive',
    });
  });

  it('replays the stored response for a repeated Idempotency-Key', async ({ run, stored }) => {
    const headers = { 'idempotency-key': 'k' };
    const first = await run('pause-endpoint', { headers });
    await run('enable-endpoint');

    expect((await run('pause-endpoint', { headers })).text).toBe(first.text);
    expect(stored().enabled).toBe(true);
  });
});

describe('pause-endpoint, error', () => {
  it.each([
    [{ reason: 'x' }, '#/reason', 'unknown_field'],
    [[], '#', 'invalid_type'],
  ])('rejects the body %j', async (json, pointer, code, { run, stored }) => {
    expect(await run('pause-endpoint', { json })).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer }] },
    });
    expect(stored().enabled).toBe(true);
  });

  it.each([
    ['"2"', 200],
    ['*', 200],
    ['"1"', 412],
  ])('evaluates If-Match %s: %i', async (ifMatch, status, { run }) => {
    expect((await run('pause-endpoint', { headers: { 'if-match': ifMatch } })).status).toBe(status);
  });

  it('returns 409 when it loses a race twice', async ({ api, run }) => {
    Object.assign(api.endpoints, { save: () => Promise.reject(new ConcurrentUpdateError()) });

    expect((await run('pause-endpoint')).body.code).toBe('concurrent_update');
  });
});
