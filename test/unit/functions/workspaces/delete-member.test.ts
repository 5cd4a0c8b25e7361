import { describe, expect } from 'vitest';
import { anEndpointBody, BOTH_PRODUCTS } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

const it = itWith(startWithGrace);

async function startWithGrace() {
  const fixture = await startWorkspaceApi();
  const grace = await fixture.add();
  const remove = (member = grace) => fixture.call('delete-member', { params: { member } });
  return { ...fixture, grace, remove };
}

describe('delete-member', () => {
  it('returns 204, and the member no longer exists', async ({ grace, member, remove }) => {
    expect(await remove()).toMatchObject({ status: 204, text: undefined });
    expect(member(grace)).toBeUndefined();
    expect(codeOf(await remove())).toBe('404 member_not_found');
  });

  it('revokes their keys within 30 seconds', async ({ api, grace, key, remove }) => {
    const { id, secret } = await key({ member_id: grace, permissions: ['workspace:settings:read'] });
    expect((await api.call('get-workspace', { key: secret })).status).toBe(200);
    await remove();
    api.clock.advance(31);

    expect(codeOf(await api.call('get-workspace', { key: secret }))).toBe('401 api_key_invalid');
    expect([...api.core.apiKeys.values()].find((each) => each.id === id)?.revokedAt).not.toBeNull();
  });

  it('gives a cached key no effect: no endpoint, no key, no take-over', async () => {
    const { api, call, grace, key, remove } = await startWithGrace();
    const permissions = [...BOTH_PRODUCTS, 'workspace:keys:write', 'workspace:settings:read'];
    const { secret } = await key({ member_id: grace, permissions });
    const endpoint = String((await api.call('create-endpoint', { json: anEndpointBody() })).body.data.id);
    const asked = [
      () => api.call('create-endpoint', { key: secret, json: anEndpointBody() }),
      () => api.call('take-over-endpoint', { key: secret, params: { endpoint } }),
      () =>
        api.call('create-api-key', {
          key: secret,
          json: { name: 'x', permissions: ['workspace:settings:read'] },
        }),
    ];
    // Each of these functions has cached the key.
    for (const ask of asked) expect((await ask()).status).toBeLessThan(300);
    await remove();

    expect([
      codeOf((await asked[0]?.()) ?? (await call('get-health'))),
      codeOf((await asked[1]?.()) ?? (await call('get-health'))),
      codeOf((await asked[2]?.()) ?? (await call('get-health'))),
    ]).toEqual(['403 admin_required', '403 admin_required', '401 api_key_invalid']);
  });

  it('suspends their endpoints: tests and resends are rejected, and events still match', async () => {
    const { api, grace, key, remove } = await startWithGrace();
    const { secret } = await key({ member_id: grace, permissions: BOTH_PRODUCTS });
    const created = await api.call('create-endpoint', { key: secret, json: anEndpointBody() });
    const params = { endpoint: String(created.body.data.id) };
    await api.call('enable-endpoint', { key: secret, params });
    await remove();
    const json = {
      event: 'salesbot.store.order_paid',
      data: { order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' } },
    };

    expect((await api.call('get-endpoint', { params })).body.data).toMatchObject({ state: 'suspended' });
    expect(codeOf(await api.call('send-test-event', { params }))).toBe('409 endpoint_suspended');
    expect((await api.call('ingest-event', { json })).body.data.matched_endpoints).toBe(1);
  });

  it('rejects removing the last admin, until there is another admin', async ({ api, add, remove }) => {
    await remove();

    expect(codeOf(await remove(api.admin.id))).toBe('409 last_admin');
    await add({ email: 'third@example.com' });
    expect((await remove(api.admin.id)).status).toBe(204);
  });

  it('leaves one of two admins who remove each other', async ({ api, grace, remove }) => {
    const responses = await Promise.all([remove(grace), remove(api.admin.id)]);

    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['204', '409']);
    expect(api.core.members.size).toBe(1);
  });

  it('returns 404 for a member of another workspace', async ({ remove }) => {
    const elsewhere = await startWorkspaceApi();

    expect(codeOf(await remove(elsewhere.api.admin.id))).toBe('404 member_not_found');
    expect(codeOf(await remove('nonsense'))).toBe('404 member_not_found');
  });
});
