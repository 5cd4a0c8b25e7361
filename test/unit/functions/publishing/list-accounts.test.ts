import { describe, expect } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, A_MASTODON, startAccountApi } from '#test/support/fixtures/publishing/account-api.ts';

describe('list-accounts, happy', () => {
  it('returns an empty list for a workspace without accounts', async ({ call }) => {
    expect((await call('list-accounts')).body).toEqual({ data: [], next_cursor: null, has_more: false });
  });

  it('lists the accounts of this workspace, newest first, page by page', async () => {
    const { call, connect, foreignKey, otherWorkspaceId } = await startAccountApi();
    const accounts = [await connect(A_MASTODON), await connect(), await connect()];
    await connect(undefined, { key: foreignKey, params: { workspace: otherWorkspaceId } });
    const first = await call('list-accounts', { query: { limit: '2' } });
    const second = await call('list-accounts', { query: { limit: '2', cursor: first.body.next_cursor } });

    expect(first.body.data).toEqual([accounts[2], accounts[1]]);
    expect(first.body.has_more).toBe(true);
    expect(second.body).toEqual({ data: [accounts[0]], next_cursor: null, has_more: false });
  });
});

describe('list-accounts, error', () => {
  it.each([
    [{ limit: '0' }, '422 out_of_range'],
    [{ limit: '101' }, '422 out_of_range'],
    [{ limit: 'x' }, '422 invalid_type'],
    [{ provider: 'mastodon' }, '422 unknown_parameter'],
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
