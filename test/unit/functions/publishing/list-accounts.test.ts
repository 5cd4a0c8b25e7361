import { describe, expect } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, A_MASTODON, startAccountApi } from '#test/support/fixtures/publishing/account-api.ts';

describe('list-accounts, happy', () => {
  it('returns an empty list for a workspace without accounts', async ({ call }) => {
    expect((await call('list-accounts')).body).toMatchObject({
      data: [],
      next_cursor: null,
      has_more: false,
    });
  });

  it('lists the accounts of this workspace, newest first, page by page', async () => {
    const { call, connect, foreignKey, otherWorkspaceId } = await startAccountApi();
    const accounts = [await connect(A_MASTODON), await connect(), await connect()];
    await connect(undefined, { key: foreignKey, params: { workspace: otherWorkspaceId } });
    const first = await call('list-accounts', { query: { limit: '2' } });
    const second = await call('list-accounts', { query: { limit: '2', cursor: first.body.next_cursor } });

    expect(first.body.data).toEqual([accounts[2], accounts[1]]);
    expect(first.body.has_more).toBe(true);
    expect(second.body).toMatchObject({ data: [accounts[0]], next_cursor: null, has_more: false });
  });
});

describe('list-accounts, filters', () => {
  it('finds accounts by network, and by a part of the name or user name', async ({ call, connect }) => {
    const mastodon = await connect(A_MASTODON);
    const sandbox = await connect();
    const found = async (query: Record<string, string>) =>
      (await call('list-accounts', { query })).body.data.map(({ id }: { id: number }) => id);

    expect(await found({ providers: 'mastodon' })).toEqual([mastodon.id]);
    expect(await found({ 'providers[]': 'bluesky,mastodon' })).toEqual([mastodon.id]);
    expect(await found({ 'providers[0]': 'sandbox', 'providers[1]': 'mastodon' })).toEqual([
      sandbox.id,
      mastodon.id,
    ]);
    expect(await found({ keyword: mastodon.username.toUpperCase(), providers: 'mastodon' })).toEqual([
      mastodon.id,
    ]);
    expect(await found({ keyword: 'nobody' })).toEqual([]);
  });
});

describe('list-accounts, error', () => {
  it.each([
    [{ limit: '0' }, '422 out_of_range'],
    [{ limit: '101' }, '422 out_of_range'],
    [{ limit: 'x' }, '422 invalid_type'],
    [{ provider: 'mastodon' }, '422 unknown_parameter'],
    [{ providers: 'mastodon,' }, '422 invalid_format'],
    [{ providers: 'friendster' }, '422 invalid_format'],
    [{ keyword: ' ' }, '422 too_short'],
    [{ cursor: 'x' }, '400 cursor_invalid'],
  ])('rejects %j', async (query, code, { call }) => {
    expect(codeOf(await call('list-accounts', { query }))).toBe(code);
  });

  it('rejects the cursor of another list', async ({ call, createTag }) => {
    await createTag();
    await createTag();
    const { next_cursor: cursor } = (await call('list-tags', { query: { limit: '1' } })).body;

    expect(codeOf(await call('list-accounts', { query: { cursor } }))).toBe('400 cursor_invalid');
  });
});
