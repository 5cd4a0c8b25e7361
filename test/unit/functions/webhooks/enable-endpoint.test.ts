import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const setUp = () => startEndpointApi({}, false);
const it = itWith(setUp);

describe('enable-endpoint, happy', () => {
  it('enables without a body, and returns the endpoint with its new tag', async ({ api, run, stored }) => {
    api.clock.advance(60);
    const { status, headers, body } = await run('enable-endpoint');

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"2"');
    expect(body).toMatchObject({
      data: { enabled: true, state: 'enabled', updated_at: secondsAfterNow(60).toISOString() },
      warnings: [],
    });
    expect(stored()).toMatchObject({ enabled: true, revision: 2, settingsVersion: 2 });
  });

  it('treats an empty object as no body', async ({ run }) => {
    expect((await run('enable-endpoint', { json: {} })).body.data.state).toBe('enabled');
  });

  it('matches the next event', async ({ api, run }) => {
    const ingest = () =>
      api.call('ingest-event', {
        json: {
          event: 'salesbot.store.order_paid',
          data: { order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' } },
        },
      });

    expect((await ingest()).body.data.matched_endpoints).toBe(0);
    await run('enable-endpoint');
    expect((await ingest()).body.data.matched_endpoints).toBe(1);
  });

  it('is a no-op on an enabled endpoint: 200, same revision, nothing cancelled', async () => {
    const { api, run, stored } = await setUp();
    await run('enable-endpoint');
    api.addresses['hooks.example.com'] = '192.168.0.1';
    const { status, headers } = await run('enable-endpoint');

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"2"');
    expect(stored()).toMatchObject({ revision: 2, settingsVersion: 2 });
  });

  it('resumes no earlier delivery: the settings get a new version', async () => {
    const { run, deliver } = await startEndpointApi();
    const queued = await deliver(1, { state: 'retrying' });
    await run('pause-endpoint');
    await run('enable-endpoint');

    const { body } = await run('get-delivery', { params: { delivery: queued.id } });
    expect(body.data).toMatchObject({ state: 'cancelled', reason: 'endpoint_edited' });
  });

  it('replays the stored response for a repeated Idempotency-Key', async ({ run, stored }) => {
    const headers = { 'idempotency-key': 'k' };
    const first = await run('enable-endpoint', { headers });
    await run('pause-endpoint');
    const again = await run('enable-endpoint', { headers });

    expect(again).toMatchObject({ text: first.text, headers: { 'Idempotent-Replayed': 'true' } });
    expect(stored().enabled).toBe(false);
  });
});

describe('enable-endpoint, error', () => {
  it('checks the stored URL again', async ({ api, run, stored }) => {
    api.addresses['hooks.example.com'] = '192.168.0.1';

    expect(await run('enable-endpoint')).toMatchObject({
      status: 422,
      body: { code: 'url_not_public', errors: [{ pointer: '#/url' }] },
    });
    expect(stored().enabled).toBe(false);
  });

  it('rejects a suspended endpoint, by this operation and by an edit, and identifies the take-over', async () => {
    const { run, edit, suspend, stored } = await startEndpointApi();
    suspend();
    const responses = [
      await run('enable-endpoint'),
      await edit({ enabled: true }),
      await edit({ enabled: true, name: 'x' }),
    ];

    for (const { status, body } of responses) {
      expect([status, body.code]).toEqual([409, 'endpoint_suspended']);
      expect(body.detail).toContain('takeOverEndpoint');
    }
    expect(stored()).toMatchObject({ revision: 2, suspendedReason: 'responsible_admin_inactive' });
  });

  it('rejects a paused endpoint whose admin lost access and regained it', async ({
    run,
    suspend,
    stored,
  }) => {
    suspend();
    const { status, body } = await run('enable-endpoint');

    expect([status, body.code]).toEqual([403, 'admin_required']);
    expect(body.detail).toContain('takeOverEndpoint');
    expect(stored().enabled).toBe(false);
  });

  it('enables a suspended endpoint together with a take-over', async () => {
    const { edit, suspend } = await startEndpointApi();
    suspend();

    expect(await edit({ enabled: true, take_over: true })).toMatchObject({
      status: 200,
      body: { data: { state: 'enabled' } },
    });
  });

  it.each([
    [{ enabled: false }, '#/enabled', 'unknown_field'],
    [[], '#', 'invalid_type'],
    ['on', '#', 'invalid_type'],
  ])('rejects the body %j', async (json, pointer, code, { run, stored }) => {
    expect(await run('enable-endpoint', { json })).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer }] },
    });
    expect(stored().enabled).toBe(false);
  });

  it('rejects a body that is not JSON', async ({ run }) => {
    const headers = { 'content-type': 'application/json' };

    expect((await run('enable-endpoint', { body: '{', headers })).body.code).toBe('malformed_json');
    expect((await run('enable-endpoint', { body: 'a=b' })).body.code).toBe('unsupported_media_type');
  });

  it.each([
    ['"1"', 200],
    ['*', 200],
    ['"2"', 412],
    ['1', 412],
  ])('evaluates If-Match %s: %i', async (ifMatch, status, { run }) => {
    expect((await run('enable-endpoint', { headers: { 'if-match': ifMatch } })).status).toBe(status);
  });

  it('returns 409 when it loses a race twice', async ({ api, run }) => {
    Object.assign(api.endpoints, { save: () => Promise.reject(new ConcurrentUpdateError()) });

    expect((await run('enable-endpoint')).body.code).toBe('concurrent_update');
  });

  it('succeeds on the second try after a concurrent edit', async ({ run, edit, stored }) => {
    const [enabled] = await Promise.all([run('enable-endpoint'), edit({ name: 'Other' })]);

    expect(enabled?.status).toBe(200);
    expect(stored()).toMatchObject({ enabled: true, name: 'Other', revision: 3 });
  });
});

describe('enable-endpoint, security', () => {
  it.each(['editor', 'viewer'] as const)(
    'requires the responsible member to be an admin, no %s',
    async (role, { api, run, stored }) => {
      await api.putMember({ ...api.admin, role });

      expect(await run('enable-endpoint')).toMatchObject({ status: 403, body: { code: 'admin_required' } });
      expect(stored().enabled).toBe(false);
    },
  );

  it('requires the responsible member to exist, whoever calls', async ({ api, run }) => {
    const key = await api.addMemberWithKey();
    await api.removeMember(api.admin);

    expect((await run('enable-endpoint', { key })).body.code).toBe('admin_required');
  });

  it('never shows the secret', async ({ run }) => {
    expect((await run('enable-endpoint')).text).not.toContain('whsec_');
  });
});
