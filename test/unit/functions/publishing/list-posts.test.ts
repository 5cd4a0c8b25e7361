import { describe, expect } from 'vitest';
import type { Post } from '#shared/publishing/domain/post.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { aPostBody, startPostApi } from '#test/support/fixtures/publishing/post-api.ts';

const it = itWith(setUp);

type Fixture = Awaited<ReturnType<typeof setUp>>;

/** Posts of every state, oldest first: draft, scheduled, published, failed, trashed, publishing, draft. */
async function setUp() {
  const fixture = await startPostApi('draft', { date: null, time: null, scheduledAt: null });
  const body = (text: string): Pick<Post, 'versions'> => ({
    versions: [
      { accountId: 0, isOriginal: true, content: [{ body: null, url: null, media: [] }], options: {} },
      {
        accountId: 1,
        isOriginal: false,
        content: [
          { body: 'x', url: null, media: [] },
          { body: text, url: null, media: [] },
        ],
        options: {},
      },
    ],
  });
  const posts = [
    fixture.before,
    fixture.put({ accounts: [1], tags: [1], date: '2026-06-10' }, 'scheduled'),
    fixture.put(
      { accounts: [1, 2], tags: [1, 2], date: '2026-05-10', ...body('Straße zum Café') },
      'published',
    ),
    fixture.put({ accounts: [2], tags: [], date: '2026-05-11' }, 'failed'),
    fixture.put({ accounts: [1], tags: [2] }, 'trashed'),
    fixture.put({ accounts: [3], tags: [2], date: '2026-06-01' }, 'publishing'),
    fixture.put({ accounts: [], tags: [1, 2], date: '2026-06-11' }),
  ];
  const list = (query: Record<string, string> = {}, key = fixture.key) =>
    fixture.run('list-posts', { query, key });
  return { ...fixture, posts, list };
}

/** Lambda accepts results of 6 MB. */
const LAMBDA_LIMIT = 6 * 1024 * 1024;

/** Two items with this text. */
function versionsOf(body: string): Post['versions'] {
  const content = [body, body].map((text) => ({ body: text, url: null, media: [] }));
  return [{ accountId: 0, isOriginal: true, content, options: {} }];
}

/** The posts that a query returns, by their index. */
async function places({ posts, list }: Fixture, query: Record<string, string>): Promise<number[]> {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return body.data.map(({ id }: { id: string }) => posts.findIndex((post) => post.id === id));
}

describe('list-posts', () => {
  it('lists newest first, without the trash, each post as read alone but without publications and warnings', async () => {
    const fixture = await setUp();
    expect(await places(fixture, {})).toEqual([6, 5, 3, 2, 1, 0]);

    const { body } = await fixture.list();
    expect(body).toMatchObject({ next_cursor: null, has_more: false });
    const {
      publications: _,
      warnings: __,
      warnings_total: ___,
      ...alone
    } = (await fixture.run('get-post')).body.data;
    expect(body.data.at(-1)).toEqual(alone);
  });

  it.each([
    [{ order: 'asc' }, [0, 1, 2, 3, 5, 6]],
    [{ order: 'desc' }, [6, 5, 3, 2, 1, 0]],
    [{ status: 'draft' }, [6, 0]],
    [{ status: '0' }, [6, 0]],
    [{ status: 'scheduled' }, [5, 1]],
    [{ status: '1', order: 'asc' }, [1, 5]],
    [{ status: 'published' }, [2]],
    [{ status: '2' }, [2]],
    [{ status: 'failed' }, [3]],
    [{ status: '3' }, [3]],
    [{ status: 'trash' }, [4]],
    [{ accounts: '2' }, [3, 2]],
    [{ accounts: '1,3' }, [5, 2, 1, 0]],
    [{ accounts: '99' }, []],
    [{ tags: '1' }, [6, 2, 1]],
    [{ tags: '1,2', status: 'published' }, [2]],
    [{ tags: '2', status: 'trash' }, [4]],
    [{ accounts: '1', tags: '2' }, [2]],
    [{ from: '2026-06-01' }, [6, 5, 1]],
    [{ to: '2026-05-10' }, [2]],
    [{ from: '2026-05-11', to: '2026-06-10' }, [5, 3, 1]],
    [{ from: '2026-05-11', to: '2026-05-11' }, [3]],
    [{ keyword: 'CAFE\u0301' }, [2]],
    [{ keyword: 'zum' }, [2]],
    [{ keyword: 'nothing' }, []],
    [{ keyword: 'hello', order: 'asc', tags: '2' }, [5, 6]],
  ])('filters with %j', async (query, expected) => {
    expect(await places(await setUp(), query)).toEqual(expected);
  });

  it.each([
    {},
    { tags: '1,2' },
    { order: 'asc' },
    { keyword: 'hello', order: 'asc' },
    { status: 'scheduled' },
  ])('returns every post of %j once across the result pages', async (filter, fixture) => {
    const all = await places(fixture, filter);
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await fixture.list({
        ...filter,
        limit: '2',
        ...(cursor === undefined ? {} : { cursor }),
      });
      found.push(...body.data.map(({ id }: { id: string }) => id));
      expect(body.has_more).toBe(body.next_cursor !== null);
      cursor = body.next_cursor;
    }

    expect(found).toEqual(all.map((place) => fixture.posts[place]?.id));
  });

  it('returns no empty page after the oldest post', async ({ list }) => {
    const { body } = await list({ accounts: '1,3', limit: '4' });

    expect(body.data).toHaveLength(4);
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('ends a page after reading a limited number of posts, and continues after it', async () => {
    const fixture = await startPostApi('draft', { tags: [2] });
    for (let count = 0; count < 1005; count += 1) fixture.put({ tags: [1] });
    const first = await fixture.run('list-posts', { query: { tags: '2' } });
    expect(first.body).toMatchObject({ data: [], has_more: true });

    const cursor = String(first.body.next_cursor);
    const second = await fixture.run('list-posts', { query: { tags: '2', cursor } });
    expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual([fixture.before.id]);
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('ends a page before its bytes exceed a response, even if each of them is escaped', async () => {
    const fixture = await startPostApi('draft', { versions: versionsOf('Hello') });
    const large = Array.from({ length: 30 }, () => fixture.put({ versions: versionsOf('"'.repeat(65_000)) }));
    const all = [fixture.before, ...large].map(({ id }) => id).toReversed();
    const found: string[] = [];
    const pages: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: '100', ...(cursor === undefined ? {} : { cursor }) };
      const { text, body } = await fixture.run('list-posts', { query });
      // Lambda receives the body as a string inside JSON.
      expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(LAMBDA_LIMIT - 10_000);
      found.push(...body.data.map(({ id }: { id: string }) => id));
      pages.push(body.data.length);
      expect(body.has_more).toBe(body.next_cursor !== null);
      cursor = body.next_cursor;
    }

    expect(found).toEqual(all);
    // The eleventh of the last page is the small one.
    expect(pages).toEqual([10, 10, 11]);
  });

  it('reads few posts at once, and stops after a limited number of bytes', async () => {
    const fixture = await startPostApi('draft', { tags: [2] });
    for (let count = 0; count < 200; count += 1) fixture.put({ versions: versionsOf('x'.repeat(65_000)) });
    const limits: number[] = [];
    const { list } = fixture.api.posts;
    fixture.api.posts.list = async (workspaceId, filter) => {
      limits.push(filter.limit);
      return list(workspaceId, filter);
    };
    const { body } = await fixture.run('list-posts', { query: { tags: '2', limit: '100' } });

    expect(body).toMatchObject({ data: [], has_more: true });
    // 130 kB each: 24 MB are reached with the eighth.
    expect(limits).toEqual(Array.from({ length: 8 }, () => 25));
  });

  it('shows an update immediately', async (fixture) => {
    await fixture.update(aPostBody({ tags: [2], date: '2026-06-10' }));

    expect(await places(fixture, { tags: '2', status: 'draft' })).toEqual([6, 0]);
    expect(await places(fixture, { from: '2026-06-10', to: '2026-06-10' })).toEqual([1, 0]);
  });

  it.each([
    [{ status: 'gone' }, 'status', 'invalid_format'],
    [{ status: '5' }, 'status', 'invalid_format'],
    [{ accounts: 'a' }, 'accounts', 'invalid_format'],
    [{ accounts: '1,,2' }, 'accounts', 'invalid_format'],
    [{ tags: '' }, 'tags', 'invalid_format'],
    [{ tags: Array.from({ length: 51 }, (_, index) => index).join(',') }, 'tags', 'too_many_items'],
    [{ keyword: '' }, 'keyword', 'too_short'],
    [{ keyword: 'x'.repeat(201) }, 'keyword', 'too_long'],
    [{ from: '2026-02-30' }, 'from', 'invalid_date'],
    [{ to: 'today' }, 'to', 'invalid_date'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'to', 'out_of_range'],
    [{ order: 'up' }, 'order', 'invalid_format'],
    [{ limit: '0' }, 'limit', 'out_of_range'],
    [{ tags: 'News,' }, 'tags', 'invalid_format'],
    [{ tags: '1'.repeat(16) }, 'tags', 'invalid_format'],
    [{ 'accounts[]': 'a' }, 'accounts', 'invalid_format'],
    [{ 'accounts[x]': '1' }, 'accounts[x]', 'unknown_parameter'],
    [{ 'accounts[][]': '1' }, 'accounts[][]', 'unknown_parameter'],
    [{ 'status[]': 'draft' }, 'status[]', 'unknown_parameter'],
    [{ page: '0' }, 'page', 'out_of_range'],
    [{ page: 'two' }, 'page', 'invalid_type'],
    [{ page: '41' }, 'page', 'out_of_range'],
    [{ page: '11', limit: '100' }, 'page', 'out_of_range'],
    [{ page: '1', cursor: 'x' }, 'page', 'parameter_conflict'],
    [{ pages: '2' }, 'pages', 'unknown_parameter'],
  ])('rejects %j with the name of the parameter', async (query, parameter, code, { list }) => {
    expect(await list(query)).toMatchObject({ status: 422, body: { code, errors: [{ parameter, code }] } });
  });

  it('rejects a cursor that was issued for another filter', async ({ list }) => {
    const { body } = await list({ limit: '1' });
    const cursor = String(body.next_cursor);

    expect((await list({ limit: '1', status: 'draft', cursor })).body.code).toBe('cursor_invalid');
  });

  it('shows nothing from another workspace, and requires the permission to read posts', async () => {
    const { api, list, run } = await setUp();
    const { workspaceId } = await api.createOtherWorkspace();
    const foreign = api.grant(['publishing:posts:read'], { workspaceId });

    expect((await run('list-posts', { key: foreign, params: { workspace: workspaceId } })).body.data).toEqual(
      [],
    );
    expect((await list({}, foreign)).body.code).toBe('workspace_mismatch');
    expect((await list({}, api.grant(['publishing:posts:write']))).body.code).toBe('permission_missing');
  });
});
