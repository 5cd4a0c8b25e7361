import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEndpointBody, BOTH_PRODUCTS } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

const it = itWith(startWithGrace);

async function startWithGrace() {
  const fixture = await startWorkspaceApi();
  const grace = await fixture.add();
  const edit = (json: unknown) => fixture.call('update-member', { params: { member: grace }, json });
  return { ...fixture, grace, edit };
}

describe('update-member, happy', () => {
  it('changes the role and returns the member', async ({ edit, grace, member }) => {
    expect(await edit({ role: 'editor', products: ['salesbot'] })).toMatchObject({
      status: 200,
      body: { data: { id: grace, role: 'editor', products: ['salesbot'] } },
    });
    expect(member(grace)).toMatchObject({ role: 'editor', products: ['salesbot'] });
  });

  it('revokes permissions of their keys that the new role does not include', async () => {
    const { api, edit, grace, key } = await startWithGrace();
    const permissions = ['workspace:members:read', 'workspace:settings:read'];
    const { secret } = await key({ member_id: grace, permissions });
    await edit({ role: 'editor' });

    expect(codeOf(await api.call('list-members', { key: secret }))).toBe('403 permission_missing');
    expect((await api.call('get-workspace', { key: secret })).status).toBe(200);
    await edit({ role: 'admin' });
    // Instances cache a key for 30 seconds.
    api.clock.advance(31);
    expect((await api.call('list-members', { key: secret })).status).toBe(200);
  });

  it.each([{ role: 'viewer' }, { products: ['publishing'] }])(
    'suspends their endpoints with %j',
    async (json, { api, edit, grace, key }) => {
      const { secret } = await key({ member_id: grace, permissions: BOTH_PRODUCTS });
      const endpoint = String(
        (await api.call('create-endpoint', { key: secret, json: anEndpointBody() })).body.data.id,
      );
      await api.call('enable-endpoint', { key: secret, params: { endpoint } });
      await edit(json);

      expect((await api.call('get-endpoint', { params: { endpoint } })).body.data).toMatchObject({
        enabled: true,
        state: 'suspended',
        suspended_reason: 'responsible_admin_inactive',
        responsible_member: { id: grace },
      });
      const listed = await api.call('list-endpoints', { query: { state: 'suspended' } });
      expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([endpoint]);
    },
  );

  it('writes nothing when nothing changes', async ({ edit, grace, member }) => {
    expect((await edit({ role: 'admin' })).status).toBe(200);
    expect((await edit({})).status).toBe(200);
    expect(member(grace)?.revision).toBe(1);
  });
});

describe('update-member, error', () => {
  it.each([
    [{ role: 'owner' }, 'invalid_format', '#/role'],
    [{ role: null }, 'invalid_type', '#/role'],
    [{ products: [] }, 'too_few_items', '#/products'],
    [{ email: 'new@example.com' }, 'field_not_updatable', '#/email'],
    [{ name: 'New' }, 'field_not_updatable', '#/name'],
    [{ powers: 'all' }, 'unknown_field', '#/powers'],
  ])('rejects %j with %s at %s', async (json, code, pointer, { edit, grace, member }) => {
    expect(await edit(json)).toMatchObject({ status: 422, body: { errors: [{ code, pointer }] } });
    expect(member(grace)?.revision).toBe(1);
  });

  it('rejects leaving the workspace without an admin', async ({ api, call, edit }) => {
    await edit({ role: 'editor' });
    const last = await call('update-member', { params: { member: api.admin.id }, json: { role: 'editor' } });

    expect(codeOf(last)).toBe('409 last_admin');
  });

  it('returns 404 for a member who does not exist, is in another workspace, or has a malformed id', async () => {
    const { call } = await startWithGrace();
    const elsewhere = await startWorkspaceApi();
    for (const member of ['01980000-0000-7000-8000-0000000000ff', 'nonsense', elsewhere.api.admin.id]) {
      const answer = await call('update-member', { params: { member }, json: { role: 'viewer' } });
      expect(codeOf(answer)).toBe('404 member_not_found');
    }
  });

  it('returns 409 when it loses a race twice', async ({ api, edit }) => {
    Object.assign(api.members, { update: () => Promise.reject(new ConcurrentUpdateError()) });

    expect(codeOf(await edit({ role: 'viewer' }))).toBe('409 concurrent_update');
  });
});

describe('update-member, security', () => {
  /** A key of an admin who has only publishing. */
  async function startWithLimitedAdmin() {
    const fixture = await startWithGrace();
    const { api, edit, grace } = fixture;
    await edit({ products: ['publishing'] });
    return { ...fixture, limited: api.grant(['workspace:members:write'], { memberId: grace }) };
  }

  it('lets no admin give products that the admin lacks, not even to themself', async () => {
    const { add, api, grace, limited } = await startWithLimitedAdmin();
    const viewer = await add({ email: 'viewer@example.com', role: 'viewer' });
    const changes: readonly (readonly [string, object])[] = [
      [grace, { products: ['publishing', 'salesbot'] }],
      [viewer, { role: 'editor' }],
      [viewer, { role: 'admin' }],
    ];
    for (const [member, json] of changes) {
      const answer = await api.call('update-member', { key: limited, params: { member }, json });
      expect(codeOf(answer)).toBe('403 permission_not_grantable');
      expect(answer.body.permissions).toContain('salesbot:broadcasts:send');
    }
  });

  it('lets an admin with one product give that product, and take any', async () => {
    const { add, api, limited } = await startWithLimitedAdmin();
    const member = await add({ email: 'viewer@example.com', role: 'viewer' });
    for (const json of [{ products: ['publishing'] }, { role: 'admin', products: ['publishing'] }]) {
      expect((await api.call('update-member', { key: limited, params: { member }, json })).status).toBe(200);
    }
  });

  it('restores no permission of a key that the calling key lacks', async ({ api, edit, grace, key }) => {
    const { id } = await key({ member_id: grace, permissions: ['workspace:deletion:write'] });
    await edit({ role: 'editor' });
    const weak = api.grant(['workspace:members:write']);
    const request = { key: weak, params: { member: grace }, json: { role: 'admin' } };

    expect(await api.call('update-member', request)).toMatchObject({
      status: 403,
      body: { code: 'permission_not_grantable', permissions: ['workspace:deletion:write'] },
    });
    expect((await api.managedKeys.find(api.workspaceId, id))?.permissions).toEqual([]);
    expect((await edit({ role: 'admin' })).status).toBe(200);
  });

  it('restores no permission of a key that expires later than the calling key', async (fixture) => {
    const { api, edit, grace, key } = fixture;
    await key({ member_id: grace, permissions: ['workspace:deletion:write'] });
    await edit({ role: 'editor' });
    const permissions = ['workspace:members:write', 'workspace:deletion:write'] as const;
    const expiring = api.grant(permissions, { expiresAt: secondsAfterNow(60) });
    const request = { key: expiring, params: { member: grace }, json: { role: 'admin' } };

    expect(codeOf(await api.call('update-member', request))).toBe('403 permission_not_grantable');
  });

  it('keeps an admin with all products', async ({ api, call, edit }) => {
    await edit({ products: ['publishing'] });
    const request = { params: { member: api.admin.id }, json: { products: ['publishing'] } };

    expect(codeOf(await call('update-member', request))).toBe('409 last_admin');
  });
});
