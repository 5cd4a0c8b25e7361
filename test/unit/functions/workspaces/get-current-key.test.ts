import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { it } from '#test/support/fakes/platform/memory-api.ts';

describe('get-current-key, happy', () => {
  it('returns the caller, and no more', async (api) => {
    const id = newId(NOW);
    const key = api.grant(['salesbot:events:write', 'publishing:posts:read'], { id });

    expect(await api.call('get-current-key', { key })).toMatchObject({ status: 200 });
    expect((await api.call('get-current-key', { key })).body).toEqual({
      data: {
        workspace: { id: api.workspaceId, name: 'Bakery', timezone: 'Europe/Berlin' },
        key: {
          id,
          console: false,
          expires_at: null,
          permissions: ['salesbot:events:write', 'publishing:posts:read'],
          reserved_permissions: [],
        },
        member: { id: api.admin.id, name: 'Ada Lovelace', role: 'admin' },
      },
    });
  });

  it('lists the permissions of the key that no operation requires yet', async (api) => {
    const key = api.grant(['publishing:posts:approve', 'publishing:posts:read', 'biolinks:analytics:read']);

    expect((await api.call('get-current-key', { key })).body.data.key.reserved_permissions).toEqual([
      'publishing:posts:approve',
    ]);
  });

  it('requires no permission', async (api) => {
    expect((await api.call('get-current-key', { key: api.grant([]) })).status).toBe(200);
  });

  it('shows neither the key nor its hash', async (api) => {
    const { text } = await api.call('get-current-key');

    expect(text).not.toMatch(/wsk_|hash|ada@example/u);
  });
});

describe('get-current-key, error', () => {
  it('rejects query parameters', async (api) => {
    expect((await api.call('get-current-key', { query: { verbose: '1' } })).body.code).toBe(
      'unknown_parameter',
    );
  });
});

describe('get-current-key, security', () => {
  it.each([null, 'wsk_wrong', 'pat_x', 'wlk_x'])('rejects %s with 401 and a challenge', async (key, api) => {
    expect(await api.call('get-current-key', { key })).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer realm="workspace-api"' },
    });
  });

  it('rejects a session, a revoked and an expired key', async (api) => {
    expect((await api.call('get-current-key', { key: null, cookies: ['sid=x'] })).status).toBe(401);
    expect(
      (await api.call('get-current-key', { key: api.grant([], { revokedAt: secondsAfterNow(-1) }) })).status,
    ).toBe(401);
    expect(
      (await api.call('get-current-key', { key: api.grant([], { expiresAt: secondsAfterNow(0) }) })).status,
    ).toBe(401);
  });

  it('rejects the key of a member who has left', async (api) => {
    await api.removeMember({ workspaceId: api.workspaceId, id: api.admin.id });

    expect(await api.call('get-current-key')).toMatchObject({
      status: 401,
      body: { code: 'api_key_invalid' },
    });
  });
});
