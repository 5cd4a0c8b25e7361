import { describe, expect } from 'vitest';
import { anEndpointBody, BOTH_PRODUCTS } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

describe('delete-api-key', () => {
  it('revokes a key at once where it is not cached, and within 30 seconds everywhere', async () => {
    const { api, call, key } = await startWorkspaceApi();
    const { id, secret } = await key({
      permissions: ['workspace:settings:read', 'workspace:members:read'],
    });
    await api.call('get-workspace', { key: secret });

    expect((await call('delete-api-key', { params: { key: id } })).status).toBe(204);
    expect(codeOf(await api.call('list-members', { key: secret }))).toBe('401 api_key_invalid');
    expect((await api.call('get-workspace', { key: secret })).status).toBe(200);
    api.clock.advance(30);
    expect(codeOf(await api.call('get-workspace', { key: secret }))).toBe('401 api_key_invalid');
  });

  it('leaves the endpoints of its member unchanged', async ({ api, call, key }) => {
    const { id, secret } = await key({ permissions: BOTH_PRODUCTS });
    const created = await api.call('create-endpoint', { key: secret, json: anEndpointBody() });
    const params = { endpoint: String(created.body.data.id) };
    await api.call('enable-endpoint', { key: secret, params });
    await call('delete-api-key', { params: { key: id } });

    expect((await api.call('get-endpoint', { params })).body.data.state).toBe('enabled');
  });

  it('allows a key to revoke itself without a permission, and no other key', async ({ api, key }) => {
    const { id, secret } = await key({ permissions: ['publishing:posts:read'] });
    const other = (await key()).id;

    for (const each of [other, '01980000-0000-7000-8000-0000000000ff'])
      expect(await api.call('delete-api-key', { key: secret, params: { key: each } })).toMatchObject({
        status: 403,
        body: { code: 'permission_missing', missing_permissions: ['workspace:keys:write'] },
      });
    expect((await api.call('delete-api-key', { key: secret, params: { key: id } })).status).toBe(204);
  });

  it('returns 404 the second time, and for unknown keys', async ({ call, key }) => {
    const { id } = await key();
    await call('delete-api-key', { params: { key: id } });
    for (const each of [id, 'nonsense', '01980000-0000-7000-8000-0000000000ff']) {
      expect(codeOf(await call('delete-api-key', { params: { key: each } }))).toBe('404 api_key_not_found');
    }
  });
});
