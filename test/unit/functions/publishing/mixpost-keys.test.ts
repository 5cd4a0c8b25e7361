import { describe, expect, it } from 'vitest';
import { startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('ping-api', () => {
  it('returns an empty object for a key without any permission', async () => {
    const api = await startMemoryApi();

    expect(await api.call('ping-api', { key: api.grant([]) })).toMatchObject({ status: 200, body: {} });
  });

  it('rejects a missing, an unknown and an expired key', async () => {
    const api = await startMemoryApi();
    const expired = api.grant([], { expiresAt: api.clock() });
    const codes = await Promise.all(
      [null, 'wsk_unknown', expired].map(async (key) => codeOf(await api.call('ping-api', { key }))),
    );

    expect(codes).toEqual(['401 authentication_required', '401 api_key_invalid', '401 api_key_invalid']);
  });
});

describe('a failure that no client causes', () => {
  it('has a message for a client of Mixpost, and no cause', async () => {
    const api = await startMemoryApi();
    const key = api.grant([]);
    Object.assign(api.core.workspaces, {
      get() {
        throw new Error('select * from secrets');
      },
    });
    const headers = { accept: 'application/json' };
    const { status, text, body } = await api.call('list-workspaces', { key, headers });

    expect([status, body.code, body.message]).toEqual([500, 'internal_error', body.detail]);
    expect(text).not.toContain('secrets');
  });
});

describe('list-workspaces', () => {
  it('returns the one workspace of the key, without any permission', async () => {
    const api = await startMemoryApi();
    const { body } = await api.call('list-workspaces', { key: api.grant([]) });
    const key = api.grant(['workspace:settings:read']);
    const { id: uuid, ...shown } = (await api.call('get-workspace', { key })).body.data;

    expect(body).toEqual({ data: [{ uuid, ...shown }] });
  });

  it('rejects a key whose workspace is gone', async () => {
    const api = await startMemoryApi();
    const key = api.grant([]);
    api.core.workspaces.clear();

    expect(codeOf(await api.call('list-workspaces', { key }))).toBe('401 api_key_invalid');
  });
});
