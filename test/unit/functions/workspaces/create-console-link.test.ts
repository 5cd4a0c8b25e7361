import { describe, expect } from 'vitest';
import { isWellFormedApiKey } from '#shared/platform/runtime/api-key.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/workspaces/workspace-api.ts';

/** The key in the fragment of a link. */
function keyOf(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('key') ?? '';
}

describe('create-console-link, happy', () => {
  it('returns a URL whose fragment has a key that works for one hour', async ({ api, call }) => {
    const { status, headers, body } = await call('create-console-link', { json: {} });

    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      expires_at: secondsAfterNow(3600).toISOString(),
      url: expect.stringMatching(/^https:\/\/api\.example\.com\/console#key=wsk_\w+$/u),
    });
    expect(headers['Location']).toBe(`https://api.example.com/api/v1/api-keys/${body.data.id}`);
    const key = keyOf(body.data.url);
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(JSON.stringify([...api.core.apiKeys])).not.toContain(key);
    api.clock.advance(3599);
    expect((await api.call('get-workspace', { key })).status).toBe(200);
    api.clock.advance(1);
    expect(codeOf(await api.call('get-workspace', { key }))).toBe('401 api_key_invalid');
  });

  it('needs no body, and the key has the permissions of the calling key', async ({ api, call }) => {
    const key = api.grant(['publishing:posts:read', 'workspace:keys:write']);
    const { body } = await call('create-console-link', { key });
    const me = await api.call('get-current-key', { key: keyOf(body.data.url) });

    expect(me.body.data.key).toMatchObject({
      id: body.data.id,
      console: true,
      expires_at: body.data.expires_at,
      permissions: ['publishing:posts:read', 'workspace:keys:write'],
    });
  });

  it('adds the path after the key', async ({ call }) => {
    const json = { path: '/endpoints/0198?failing=true&q=a%2Fb' };
    const { url } = (await call('create-console-link', { json })).body.data;

    expect(url).toContain('&path=/endpoints/0198%3Ffailing');
    expect(new URLSearchParams(new URL(url).hash.slice(1)).get('path')).toBe(json.path);
  });

  it('is an API key called Console, which lists show and which can be revoked', async ({ api, call }) => {
    const { id, url } = (await call('create-console-link', { json: { expires_in: 60 } })).body.data;
    const shown = await call('get-api-key', { params: { key: id } });
    expect(shown.body.data).toMatchObject({ name: 'Console', console: true, member_id: api.admin.id });
    const own = { key: keyOf(url), params: { key: id } };

    expect((await api.call('delete-api-key', own)).status).toBe(204);
    expect((await call('get-api-key', { params: { key: id } })).status).toBe(404);
  });

  it('returns the same URL to a repeated request, and records it only encrypted', async ({ api, call }) => {
    const request = { json: { path: '/endpoints' }, headers: { 'idempotency-key': 'k' } };
    const first = await call('create-console-link', request);
    const keys = api.core.apiKeys.size;
    const again = await call('create-console-link', request);

    expect(again).toMatchObject({ text: first.text, headers: { 'Idempotent-Replayed': 'true' } });
    expect(api.core.apiKeys.size).toBe(keys);
    expect(JSON.stringify([...api.core.responses])).not.toContain(keyOf(first.body.data.url));
  });

  it('allows five active links per member, whatever their number of keys', async ({ api, call }) => {
    for (let made = 0; made < 5; made += 1)
      expect((await call('create-console-link', { json: { expires_in: 60 } })).status).toBe(201);

    expect(await call('create-console-link')).toMatchObject({
      status: 409,
      body: { code: 'api_key_limit_reached', limit: 5 },
    });
    api.clock.advance(60);
    expect((await call('create-console-link')).status).toBe(201);
  });
});

describe('create-console-link, error', () => {
  it.each([
    [{ expires_in: 59 }, 'out_of_range', '#/expires_in'],
    [{ expires_in: 28_801 }, 'out_of_range', '#/expires_in'],
    [{ expires_in: 60.5 }, 'out_of_range', '#/expires_in'],
    [{ permissions: [] }, 'too_few_items', '#/permissions'],
    [{ permissions: Array(201).fill('publishing:posts:read') }, 'too_many_items', '#/permissions'],
    [{ permissions: ['posts:read'] }, 'permission_unknown', '#/permissions/0'],
    [{ path: `/${'a'.repeat(500)}` }, 'too_long', '#/path'],
    [{ path: '' }, 'invalid_format', '#/path'],
    [{ path: 'endpoints' }, 'invalid_format', '#/path'],
    [{ path: '//evil.example.com' }, 'invalid_format', '#/path'],
    [{ path: '/a//b' }, 'invalid_format', '#/path'],
    [{ path: '/\\evil.example.com' }, 'invalid_format', '#/path'],
    [{ path: '/../docs' }, 'invalid_format', '#/path'],
    [{ path: '/a/%2e%2E/%2e./docs' }, 'invalid_format', '#/path'],
    [{ path: '/a#key=wsk_x' }, 'invalid_format', '#/path'],
    [{ path: '/a b' }, 'invalid_format', '#/path'],
    [{ path: '/a\n' }, 'invalid_format', '#/path'],
    [{ name: 'x' }, 'unknown_field', '#/name'],
  ])('rejects %j with %s at %s', async (json, code, pointer, { api, call }) => {
    const keys = api.core.apiKeys.size;
    const { status, body } = await call('create-console-link', { json });

    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ code, pointer }] });
    expect(api.core.apiKeys.size).toBe(keys);
  });
});

describe('create-console-link, security', () => {
  it('grants no more permissions than the calling key has', async ({ api, call }) => {
    const key = api.grant(['workspace:keys:write', 'publishing:posts:read']);
    const json = { permissions: ['publishing:posts:write'] };

    expect(await call('create-console-link', { key, json })).toMatchObject({
      status: 403,
      body: { code: 'permission_not_grantable', permissions: ['publishing:posts:write'] },
    });
  });

  it('requires the permission to create keys', async ({ api, call }) => {
    const key = api.grant(PERMISSIONS.filter((permission) => permission !== 'workspace:keys:write'));

    expect(codeOf(await call('create-console-link', { key }))).toBe('403 permission_missing');
  });

  it('creates a key that expires no later than the calling key', async ({ api, call }) => {
    const expiresAt = secondsAfterNow(600);
    const key = api.grant([...PERMISSIONS], { expiresAt });

    expect((await call('create-console-link', { key })).body.data.expires_at).toBe(expiresAt.toISOString());
    expect(await call('create-console-link', { key, json: { expires_in: 601 } })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'out_of_range', pointer: '#/expires_in' }] },
    });
  });

  it('does not return a link again that has more permissions than the key has now', async ({ api, call }) => {
    const key = api.grant(['workspace:keys:write', 'publishing:posts:read']);
    const request = { key, headers: { 'idempotency-key': 'k' } };
    expect((await call('create-console-link', request)).status).toBe(201);
    const { id } = (await api.call('get-current-key', { key })).body.data.key;
    const json = { permissions: ['workspace:keys:write'] };
    expect((await call('update-api-key', { params: { key: id }, json })).status).toBe(200);
    // Functions cache a key for 30 seconds.
    api.clock.advance(31);

    expect(await call('create-console-link', request)).toMatchObject({
      status: 403,
      body: { code: 'permission_not_grantable', permissions: ['publishing:posts:read'] },
    });
  });
});
