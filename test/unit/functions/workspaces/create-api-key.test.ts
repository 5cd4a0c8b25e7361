import { describe, expect } from 'vitest';
import { DEFAULT_RATE_LIMITS } from '#shared/platform/core/rate-limit.ts';
import { isWellFormedApiKey } from '#shared/platform/runtime/api-key.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

const VALID = { name: 'Reporting', permissions: ['publishing:posts:read'] };

describe('create-api-key, happy', () => {
  it('returns 201 with the key, and shows the secret once', async ({ api, call }) => {
    const { status, headers, body, text } = await call('create-api-key', { json: VALID });

    expect(status).toBe(201);
    expect(isWellFormedApiKey(body.secret)).toBe(true);
    expect(headers['Location']).toBe(`https://api.example.com/api/v1/api-keys/${body.data.id}`);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      name: 'Reporting',
      member_id: api.admin.id,
      prefix: 'wsk_',
      last4: body.secret.slice(-4),
      permissions: VALID.permissions,
      granted_permissions: VALID.permissions,
      rate_limits: DEFAULT_RATE_LIMITS,
      console: false,
      created_at: NOW.toISOString(),
      expires_at: null,
      last_used_at: null,
    });
    expect(text?.split(body.secret)).toHaveLength(2);
    expect(JSON.stringify([...api.core.apiKeys])).not.toContain(body.secret);
  });

  it('creates a key that works, with its permissions and no others', async ({ api, key }) => {
    const { secret } = await key({ permissions: ['workspace:settings:read'] });

    expect((await api.call('get-workspace', { key: secret })).status).toBe(200);
    expect(codeOf(await api.call('list-members', { key: secret }))).toBe('403 permission_missing');
  });

  it('expires the key at its time', async ({ api, key }) => {
    const expires_at = secondsAfterNow(60).toISOString();
    const { secret } = await key({ permissions: ['workspace:settings:read'], expires_at });
    api.clock.advance(59);
    const before = await api.call('get-workspace', { key: secret });
    api.clock.advance(1);

    expect(before.status).toBe(200);
    expect(codeOf(await api.call('get-workspace', { key: secret }))).toBe('401 api_key_invalid');
  });

  it('returns the same response with the same secret to a repeated request', async ({ api, call }) => {
    const request = { json: VALID, headers: { 'idempotency-key': 'k' } };
    const first = await call('create-api-key', request);
    const keys = api.core.apiKeys.size;
    const again = await call('create-api-key', request);

    expect(again).toMatchObject({ text: first.text, headers: { 'Idempotent-Replayed': 'true' } });
    expect(api.core.apiKeys.size).toBe(keys);
    expect(JSON.stringify([...api.core.responses])).not.toContain(first.body.secret);
  });

  it('counts each permission once', async ({ call }) => {
    const permissions = ['salesbot:contacts:read', 'publishing:posts:read', 'salesbot:contacts:read'];

    expect((await call('create-api-key', { json: { ...VALID, permissions } })).body.data.permissions).toEqual(
      ['publishing:posts:read', 'salesbot:contacts:read'],
    );
  });

  it('creates a key for another member if an admin asks', async ({ add, call }) => {
    const member_id = await add({ role: 'viewer' });
    const { body } = await call('create-api-key', {
      json: { ...VALID, member_id: member_id.toUpperCase() },
    });

    expect(body.data.member_id).toBe(member_id);
  });
});

describe('create-api-key, error', () => {
  it.each([
    [{ permissions: ['posts:read'] }, 'permission_unknown', '#/permissions/0'],
    [{ permissions: ['publishing:*:*'] }, 'permission_unknown', '#/permissions/0'],
    [{ permissions: [] }, 'too_few_items', '#/permissions'],
    [{ permissions: undefined }, 'required', '#/permissions'],
    [{ name: '' }, 'too_short', '#/name'],
    [{ expires_at: 'tomorrow' }, 'invalid_format', '#/expires_at'],
    [{ expires_at: NOW.toISOString() }, 'out_of_range', '#/expires_at'],
    [{ member_id: 'x' }, 'invalid_format', '#/member_id'],
    [{ member_id: '01980000-0000-7000-8000-0000000000ff' }, 'member_not_found', '#/member_id'],
    [{ secret: 'wsk_mine' }, 'field_not_updatable', '#/secret'],
    [{ colour: 'x' }, 'unknown_field', '#/colour'],
  ])('rejects %j with %s at %s', async (changes, code, pointer, { api, call }) => {
    const keys = api.core.apiKeys.size;
    const { status, body } = await call('create-api-key', { json: { ...VALID, ...changes } });

    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ code, pointer }] });
    expect(api.core.apiKeys.size).toBe(keys);
  });

  it('allows 45 keys for one member', async ({ api, call }) => {
    for (let count = [...api.core.apiKeys].length; count < 45; count += 1) {
      expect((await call('create-api-key', { json: VALID })).status).toBe(201);
    }

    expect(await call('create-api-key', { json: VALID })).toMatchObject({
      status: 409,
      body: { code: 'api_key_limit_reached', limit: 45 },
    });
  });
});

describe('create-api-key, security', () => {
  it('grants no more permissions than the calling key has', async ({ api, call }) => {
    const key = api.grant(['workspace:keys:write', 'publishing:posts:read']);
    const permissions = ['publishing:posts:read', 'publishing:posts:write'];

    expect(await call('create-api-key', { key, json: { ...VALID, permissions } })).toMatchObject({
      status: 403,
      body: { code: 'permission_not_grantable', permissions: ['publishing:posts:write'] },
    });
    expect((await call('create-api-key', { key, json: VALID })).status).toBe(201);
  });

  it('grants no more permissions than its member has', async ({ add, call }) => {
    const member_id = await add({ role: 'editor', products: ['publishing'] });
    const permissions = ['publishing:posts:write', 'salesbot:contacts:read', 'publishing:webhooks:subscribe'];

    expect(await call('create-api-key', { json: { ...VALID, member_id, permissions } })).toMatchObject({
      status: 403,
      body: {
        code: 'permission_not_grantable',
        permissions: ['publishing:webhooks:subscribe', 'salesbot:contacts:read'],
      },
    });
  });

  it('creates a key for another member only if an admin asks', async ({ api, add, call }) => {
    const editor = await add({ role: 'editor' });
    // More permissions than the key of an editor can have: an instance may still have cached an earlier key.
    const key = api.grant(['workspace:keys:write', 'publishing:posts:read'], { memberId: editor });

    expect(codeOf(await call('create-api-key', { key, json: { ...VALID, member_id: api.admin.id } }))).toBe(
      '403 admin_required',
    );
    const unknown = { ...VALID, member_id: '01980000-0000-7000-8000-0000000000ff' };
    // A caller without the permission learns nothing about members.
    expect(codeOf(await call('create-api-key', { key, json: unknown }))).toBe('403 admin_required');
    expect((await call('create-api-key', { key, json: VALID })).status).toBe(201);
  });

  it('rejects a member of another workspace', async ({ call }) => {
    const elsewhere = await startWorkspaceApi();
    const json = { ...VALID, member_id: elsewhere.api.admin.id };

    expect((await call('create-api-key', { json })).body.code).toBe('member_not_found');
  });
});
