import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
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
