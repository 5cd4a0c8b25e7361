import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import type { ApiRequest } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { type EndpointApi, startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(startSuspended);
const itWithEndpointApi = itWith(startEndpointApi);

/** Both ways to take over; the edit form is that of the specification. */
const WAYS = [
  [
    'take-over-endpoint',
    (fixture: EndpointApi, request: ApiRequest) => fixture.run('take-over-endpoint', request),
  ],
  [
    'update-endpoint',
    (fixture: EndpointApi, request: ApiRequest) =>
      fixture.run('update-endpoint', { ...request, json: { take_over: true } }),
  ],
] as const;

/** An endpoint whose admin was removed, and the key of another admin. */
async function startSuspended() {
  const fixture = await startEndpointApi();
  const { api } = fixture;
  const key = await api.addMemberWithKey({ name: 'Grace' });
  const held = await fixture.deliverIngested({
    state: 'held',
    reason: 'endpoint_suspended',
    finishedAt: null,
  });
  const admin = await api.workspaces.findMember(api.workspaceId, api.admin.id);
  if (!admin) throw new Error('The admin is gone');
  const change = {
    actor: { kind: 'system' },
    operation: 'test',
    requestId: 'r',
    nonce: 'n',
    at: secondsAfterNow(9),
  } as const;
  await api.members.remove(admin, { change, idempotencyRecord: null });
  return { ...fixture, key, held };
}

describe.each(WAYS)('take-over by %s, happy', (_, takeOver) => {
  it('makes the member of the caller responsible, and resumes', async (fixture) => {
    const { key, run, stored } = fixture;
    expect((await run('get-endpoint', { key })).body.data.state).toBe('suspended');
    const { status, headers, body } = await takeOver(fixture, { key });

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"4"');
    expect(body.data).toMatchObject({
      enabled: true,
      state: 'enabled',
      suspended_reason: null,
      responsible_member: { name: 'Grace' },
    });
    expect(stored()).toMatchObject({ suspendedReason: null, settingsVersion: 3 });
    expect(await fixture.api.endpoints.readTarget(fixture.endpoint)).toMatchObject({
      suspendedReason: null,
      settingsVersion: 3,
    });
  });

  it('cancels what was held, which can be resent', async (fixture) => {
    const { key, held, run } = fixture;
    await takeOver(fixture, { key });
    const params = { delivery: held.id };

    expect((await run('get-delivery', { key, params })).body.data).toMatchObject({
      state: 'cancelled',
      reason: 'endpoint_edited',
    });
    expect((await run('resend-delivery', { key, params })).status).toBe(202);
  });

  itWithEndpointApi(
    'of an enabled endpoint changes who is responsible, and cancels nothing',
    async (fixture) => {
      const key = await fixture.api.addMemberWithKey({ name: 'Grace' });
      const { settingsVersion } = fixture.stored();
      const { status, body } = await takeOver(fixture, { key });

      expect(status).toBe(200);
      expect(body.data).toMatchObject({ state: 'enabled', responsible_member: { name: 'Grace' } });
      expect(fixture.stored()).toMatchObject({ settingsVersion, revision: 3 });
    },
  );

  itWithEndpointApi('by the responsible member changes nothing', async (fixture) => {
    expect((await takeOver(fixture, {})).status).toBe(200);
    expect(fixture.stored().revision).toBe(2);
  });

  it('keeps a paused endpoint paused', async (fixture) => {
    const { key } = fixture;
    await fixture.run('pause-endpoint', { key });

    expect((await takeOver(fixture, { key })).body.data).toMatchObject({
      enabled: false,
      state: 'paused',
      suspended_reason: null,
    });
  });
});

describe.each(WAYS)('take-over by %s, error', (_, takeOver) => {
  it.each(['editor', 'viewer'] as const)('requires an admin, no %s', async (role, fixture) => {
    // A key from before the change of the role, as instances cache it for 30 seconds.
    const key = await fixture.api.addMemberWithKey({ role });

    expect(codeOf(await takeOver(fixture, { key }))).toBe('403 admin_required');
    expect(fixture.stored().suspendedReason).not.toBeNull();
  });

  it('checks that before the URL', async (fixture) => {
    const key = await fixture.api.addMemberWithKey({ role: 'editor' });
    fixture.api.addresses['hooks.example.com'] = '10.0.0.1';

    expect(codeOf(await takeOver(fixture, { key }))).toBe('403 admin_required');
  });

  it('requires an admin with the products of the endpoint', async (fixture) => {
    const key = await fixture.api.addMemberWithKey({ products: ['publishing'] });

    expect(codeOf(await takeOver(fixture, { key }))).toBe('403 admin_required');
  });

  it('requires a key that may subscribe to them', async (fixture) => {
    const key = fixture.api.grant(['publishing:webhooks:subscribe']);

    expect(codeOf(await takeOver(fixture, { key }))).toBe('403 product_not_permitted');
  });

  it('checks the URL again before anything is sent to it', async (fixture) => {
    fixture.api.addresses['hooks.example.com'] = '10.0.0.1';

    expect(codeOf(await takeOver(fixture, { key: fixture.key }))).toBe('422 url_not_public');
    expect(fixture.stored().suspendedReason).not.toBeNull();
  });

  it('evaluates If-Match', async (fixture) => {
    const headers = { 'if-match': '"1"' };

    expect(codeOf(await takeOver(fixture, { key: fixture.key, headers }))).toBe('412 revision_mismatch');
  });
});

describe('update-endpoint with take_over', () => {
  it('edits at the same time', async ({ key, run }) => {
    const json = { take_over: true, name: 'Grace’s desk', enabled: false };

    expect((await run('update-endpoint', { key, json })).body.data).toMatchObject({
      name: 'Grace’s desk',
      state: 'paused',
      suspended_reason: null,
    });
  });

  it('false takes nothing over', async ({ key, run, stored }) => {
    expect((await run('update-endpoint', { key, json: { take_over: false } })).status).toBe(200);
    expect(stored().suspendedReason).not.toBeNull();
  });

  it('other edits of a suspended endpoint resume nothing', async ({ key, run, stored }) => {
    await run('update-endpoint', { key, json: { url: 'https://other.example.com/' } });

    expect(stored()).toMatchObject({ suspendedReason: 'responsible_admin_inactive' });
  });
});
