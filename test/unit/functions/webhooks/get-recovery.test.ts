import { describe, expect } from 'vitest';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aRecovery } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpointBody, type ApiRequest } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

async function setUp(overrides: Partial<Recovery> = {}) {
  const fixture = await startEndpointApi();
  const { api, endpoint } = fixture;
  const recovery = aRecovery({ endpointId: endpoint, workspaceId: api.workspaceId, ...overrides });
  await api.recoveries.create(recovery, aContext());
  const read = (request: ApiRequest = {}) =>
    fixture.run('get-recovery', { ...request, params: { recovery: recovery.id, ...request.params } });
  return { ...fixture, recovery, read };
}

describe('get-recovery, happy', () => {
  it('shows the progress, but not the internal cursor', async () => {
    const { api, endpoint, read, recovery } = await setUp({ states: ['failed', 'cancelled'], matched: 250 });
    await api.recoveries.advance(recovery, { cursor: 'place', resent: 97 });
    const { status, body, text } = await read();

    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        id: recovery.id,
        endpoint_id: endpoint,
        state: 'running',
        reason: null,
        since: secondsAfterNow(-3600).toISOString(),
        until: NOW.toISOString(),
        states: ['failed', 'cancelled'],
        matched: 250,
        count_complete: true,
        resent: 97,
        created_at: NOW.toISOString(),
        finished_at: null,
      },
    });
    expect(text).not.toContain('place');
  });

  it('shows the time of the end', async ({ api, read, recovery }) => {
    await api.recoveries.finish(recovery, null, secondsAfterNow(60));

    expect((await read()).body.data).toMatchObject({
      state: 'completed',
      finished_at: secondsAfterNow(60).toISOString(),
    });
  });

  it('finds ids regardless of case', async ({ endpoint, read, recovery }) => {
    const params = { endpoint: endpoint.toUpperCase(), recovery: recovery.id.toUpperCase() };

    expect((await read({ params })).status).toBe(200);
  });

  it('is readable while the endpoint is paused', async ({ read, run }) => {
    await run('pause-endpoint');

    expect((await read()).status).toBe(200);
  });
});

describe('get-recovery, error', () => {
  it('rejects query parameters', async ({ read }) => {
    expect(await read({ query: { verbose: '1' } })).toMatchObject({
      status: 422,
      body: { code: 'unknown_parameter' },
    });
  });
});

describe('get-recovery, security', () => {
  it('returns the same 404 for unknown ids, malformed ids and ids of another endpoint', async () => {
    const { api, read } = await setUp();
    const other = await api.call('create-endpoint', { json: anEndpointBody() });
    const headers = { 'x-request-id': 'request-42' };
    const responses = await Promise.all([
      read({ params: { endpoint: other.body.data.id }, headers }),
      read({ params: { recovery: '01980000-0000-7000-8000-0000000000ff' }, headers }),
      read({ params: { recovery: 'nonsense' }, headers }),
    ]);

    expect(responses[0]).toMatchObject({ status: 404, body: { code: 'recovery_not_found' } });
    for (const response of responses) expect(response).toEqual(responses[0]);
  });
});
