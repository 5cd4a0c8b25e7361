import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

const it = itWith(startWithKey);

async function startWithKey(json: Readonly<Record<string, unknown>> = {}) {
  const fixture = await startWorkspaceApi();
  const made = await fixture.key({ permissions: ['workspace:settings:read'], ...json });
  const edit = (changes: unknown, key = fixture.adminKey) =>
    fixture.call('update-api-key', { params: { key: made.id }, json: changes, key });
  return { ...fixture, ...made, edit };
}

describe('update-api-key, happy', () => {
  it('renames it and keeps its permissions', async ({ edit }) => {
    expect(await edit({ name: ' Other ' })).toMatchObject({
      status: 200,
      body: { data: { name: 'Other', permissions: ['workspace:settings:read'] } },
    });
  });

  it('replaces its permissions, which take effect within 30 seconds', async ({ api, edit, secret }) => {
    await api.call('get-workspace', { key: secret });
    await edit({ permissions: ['workspace:members:read'] });
    api.clock.advance(31);

    expect(codeOf(await api.call('get-workspace', { key: secret }))).toBe('403 permission_missing');
    expect((await api.call('list-members', { key: secret })).status).toBe(200);
  });

  it('sets the limits of the key, and returns to the default limits with null', async ({ edit }) => {
    expect(await edit({ rate_limits: { ingest: 30_000, read: 10 } })).toMatchObject({
      status: 200,
      body: { data: { name: 'Key', rate_limits: { read: 10, write: 120, ingest: 30_000 } } },
    });
    expect(await edit({ rate_limits: null })).toMatchObject({
      body: { data: { rate_limits: { read: 300, write: 120, ingest: 6000 } } },
    });
  });

  it('keeps permissions of a key that the calling key lacks', async ({ api, edit }) => {
    const weak = api.grant(['workspace:keys:write']);

    expect((await edit({ name: 'Other', permissions: ['workspace:settings:read'] }, weak)).status).toBe(200);
  });

  it('writes nothing when nothing changes', async ({ api, edit }) => {
    Object.assign(api.managedKeys, { update: () => Promise.reject(new Error('written')) });

    expect((await edit({})).status).toBe(200);
    expect((await edit({ name: 'Key', permissions: ['workspace:settings:read'] })).status).toBe(200);
  });
});

describe('update-api-key, error', () => {
  it.each([
    [{ permissions: ['x'] }, 'permission_unknown', '#/permissions/0'],
    [{ permissions: [] }, 'too_few_items', '#/permissions'],
    [{ name: null }, 'invalid_type', '#/name'],
    [{ rate_limits: { write: 601 } }, 'out_of_range', '#/rate_limits/write'],
    [{ rate_limits: { read: 0 } }, 'out_of_range', '#/rate_limits/read'],
    [{ rate_limits: { read: 1.5 } }, 'invalid_type', '#/rate_limits/read'],
    [{ rate_limits: { delete: 5 } }, 'unknown_field', '#/rate_limits/delete'],
    [{ member_id: 'x' }, 'field_not_updatable', '#/member_id'],
    [{ expires_at: null }, 'field_not_updatable', '#/expires_at'],
    [{ colour: 'x' }, 'unknown_field', '#/colour'],
  ])('rejects %j with %s at %s', async (json, code, pointer, { edit }) => {
    expect(await edit(json)).toMatchObject({ status: 422, body: { errors: [{ code, pointer }] } });
  });

  it('returns 409 when it loses a race twice', async ({ api, edit }) => {
    Object.assign(api.managedKeys, { update: () => Promise.reject(new ConcurrentUpdateError()) });

    expect(codeOf(await edit({ name: 'x' }))).toBe('409 concurrent_update');
  });

  it('returns 404 for a key that was revoked', async ({ call, edit, id }) => {
    await call('delete-api-key', { params: { key: id } });

    expect(codeOf(await edit({ name: 'x' }))).toBe('404 api_key_not_found');
  });
});

describe('update-api-key, security', () => {
  it('grants no more permissions than the calling key has, not even to itself', async ({ api, call }) => {
    const asking = await call('create-api-key', {
      json: { name: 'Weak', permissions: ['workspace:keys:write'] },
    });
    const answer = await api.call('update-api-key', {
      key: asking.body.secret,
      params: { key: asking.body.data.id },
      json: { permissions: ['workspace:keys:write', 'workspace:members:write'] },
    });

    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'permission_not_grantable', permissions: ['workspace:members:write'] },
    });
  });

  it('grants no more permissions than its member has', async () => {
    const { add, call, key } = await startWorkspaceApi();
    const member_id = await add({ role: 'viewer' });
    const { id } = await key({ member_id });
    const json = { permissions: ['publishing:posts:write'] };

    expect(codeOf(await call('update-api-key', { params: { key: id }, json }))).toBe(
      '403 permission_not_grantable',
    );
  });

  it('edits the key of another member only if an admin asks', async ({ api, add, edit }) => {
    const editor = await add({ role: 'editor' });
    const key = api.grant(['workspace:keys:write'], { memberId: editor });

    expect(codeOf(await edit({ name: 'Mine' }, key))).toBe('403 admin_required');
  });

  it('adds no permission to a key that expires later than the calling key', async ({ api, edit, id }) => {
    const expiring = api.grant(['workspace:keys:write', 'workspace:deletion:write'], {
      expiresAt: secondsAfterNow(3600),
    });
    const permissions = ['workspace:settings:read', 'workspace:deletion:write'];

    expect(await edit({ permissions }, expiring)).toMatchObject({
      status: 403,
      body: { code: 'permission_not_grantable', permissions: ['workspace:deletion:write'] },
    });
    expect((await edit({ name: 'Mine' }, expiring)).status).toBe(200);
    expect((await api.managedKeys.find(api.workspaceId, id))?.granted).toEqual(['workspace:settings:read']);
  });

  it('lets an expiring key add permissions to a key that expires first', async () => {
    const { api, edit } = await startWithKey({ expires_at: secondsAfterNow(3600).toISOString() });
    const expiring = api.grant(['workspace:keys:write', 'workspace:members:read'], {
      expiresAt: secondsAfterNow(3600),
    });

    expect((await edit({ permissions: ['workspace:members:read'] }, expiring)).status).toBe(200);
  });
});
