import { describe, expect, it } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

describe('get-api-key', () => {
  it('returns a key, its last use, and the granted permissions that its member still has', async () => {
    const { api, call, add, key } = await startWorkspaceApi();
    const member_id = await add();
    const permissions = ['publishing:posts:read', 'workspace:settings:read', 'workspace:keys:read'];
    const { id, secret } = await key({ member_id, permissions });
    await api.call('get-workspace', { key: secret });
    await call('update-member', { params: { member: member_id }, json: { role: 'viewer' } });
    const { status, body, text } = await call('get-api-key', { params: { key: id } });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id,
      member_id,
      permissions: ['publishing:posts:read'],
      granted_permissions: permissions,
      last_used_at: NOW.toISOString(),
    });
    expect(text).not.toContain(secret);
  });

  it('returns 404 for a key that is unknown, revoked, in another workspace, or has a malformed id', async () => {
    const { call, key } = await startWorkspaceApi();
    const elsewhere = await startWorkspaceApi();
    const { id: revoked } = await key();
    await call('delete-api-key', { params: { key: revoked } });
    const { id: foreign } = await elsewhere.key();
    for (const id of ['01980000-0000-7000-8000-0000000000ff', 'nonsense', revoked, foreign]) {
      expect(codeOf(await call('get-api-key', { params: { key: id } }))).toBe('404 api_key_not_found');
    }
  });
});
