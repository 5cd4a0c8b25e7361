import { describe, expect } from 'vitest';
import loops from '#test/corpus/page-loops.json' with { type: 'json' };
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startPostApi } from '#test/support/fixtures/publishing/post-api.ts';

const it = itWith(setUp);

/** Seven posts, of which every other one has the tag 1. */
async function setUp() {
  const fixture = await startPostApi('draft', { tags: [1] });
  const posts = [fixture.before];
  for (let count = 1; count < 7; count += 1) posts.push(fixture.put({ tags: count % 2 === 0 ? [1] : [2] }));
  const newest = posts.map(({ id }) => id).toReversed();
  const list = async (query: Record<string, string>) => (await fixture.run('list-posts', { query })).body;
  const places = (body: { data: { id: string }[] }) => body.data.map(({ id }) => newest.indexOf(id));
  return { ...fixture, list, places };
}

/** The query of a URL in `links`. */
function queryOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

describe('a page number', () => {
  it('skips the pages before it', async ({ list, places }) => {
    expect(places(await list({ limit: '3' }))).toEqual([0, 1, 2]);
    expect(places(await list({ limit: '3', page: '1' }))).toEqual([0, 1, 2]);
    expect(places(await list({ limit: '3', page: '2' }))).toEqual([3, 4, 5]);
    expect(places(await list({ limit: '3', page: '3' }))).toEqual([6]);
    expect(places(await list({ limit: '2', page: '2', tags: '1' }))).toEqual([4, 6]);
    expect(places(await list({ limit: '2', page: '2', order: 'asc' }))).toEqual([4, 3]);
  });

  it('after the last page gives an empty page', async ({ list }) => {
    for (const query of [
      { limit: '7', page: '2' },
      { limit: '3', page: '9' },
    ])
      expect(await list(query)).toMatchObject({
        data: [],
        has_more: false,
        next_cursor: null,
        links: { next: null },
        meta: { from: null, to: null },
      });
  });

  it('continues with the cursor of its response', async ({ list, places }) => {
    const { next_cursor: cursor } = await list({ limit: '2', page: '2' });

    expect(places(await list({ limit: '2', cursor }))).toEqual([4, 5]);
  });

  it('beyond the posts that one request reads is an error that names the cursor', async () => {
    const fixture = await startPostApi('draft', { tags: [2] });
    for (let count = 0; count < 1005; count += 1) fixture.put({ tags: [1] });
    const query = { tags: '2', page: '2' };

    expect((await fixture.run('list-posts', { query })).body).toMatchObject({
      code: 'out_of_range',
      errors: [{ parameter: 'page', detail: 'Use the cursor: page × limit can be at most 1000.' }],
    });
  });

  it('of long posts begins after the last post of the page before it', async () => {
    const fixture = await startPostApi('draft');
    const content = Array.from({ length: 2 }, () => ({ body: '"'.repeat(65_000), url: null, media: [] }));
    const versions = [{ accountId: 0, isOriginal: true, content, options: {} }];
    for (let count = 0; count < 25; count += 1) fixture.put({ versions });
    const first = (await fixture.run('list-posts', { query: { limit: '20' } })).body;
    const second = (await fixture.run('list-posts', { query: { limit: '20', page: '2' } })).body;
    const query = { limit: '20', cursor: first.next_cursor };

    expect(first.data).toHaveLength(10);
    expect(second.data).toEqual((await fixture.run('list-posts', { query })).body.data);
    expect(second.meta).toMatchObject({ current_page: 2, from: 11, to: 20 });
  });
});

/** When clients stop, which read pages by their number. `page` is the next one. */
const ENDS: Readonly<Record<string, (body: Page, page: number) => boolean>> = {
  'current_page reaches last_page': ({ meta }) => meta.current_page >= meta.last_page,
  'page is at most last_page': ({ meta }, page) => !(page <= meta.last_page),
  'last_page is not above current_page': ({ meta }) => !(meta.last_page > meta.current_page),
  'next is null': ({ links }) => links.next === null,
  'has_more is false': ({ has_more: hasMore }) => !hasMore,
};

type Page = {
  readonly data: { readonly id: string }[];
  readonly has_more: boolean;
  readonly links: { readonly next: string | null };
  readonly meta: { readonly current_page: number; readonly last_page: number };
};

/** Reads a list of posts page by page until the client ends, at most 20 times. */
async function readAll({ items, limit }: { readonly items: number; readonly limit: number }, loop: string) {
  const { api, run, put } = await startPostApi('draft');
  api.core.posts.clear();
  for (let count = 0; count < items; count += 1) put({});
  const seen: string[] = [];
  for (let page = 1; page <= 20; page += 1) {
    const query = { limit: String(limit), page: String(page) };
    const body: Page = (await run('list-posts', { query })).body;
    seen.push(...body.data.map(({ id }) => id));
    if (ENDS[loop]?.(body, page + 1) === true) return { pages: page, seen };
  }
  return { pages: Number.POSITIVE_INFINITY, seen };
}

describe('a client that reads pages by their number', () => {
  it.each(loops)('ends after $right pages of $input if $channel', async ({ channel, input, right }) => {
    const { pages, seen } = await readAll(input, channel);

    expect(pages).toBe(right);
    expect(new Set(seen).size).toBe(input.items);
  });

  it.each(Object.keys(ENDS))(
    'reads every item once, whatever the length of the list, if %s',
    async (loop) => {
      for (const limit of [1, 2, 5])
        for (let items = 0; items <= 6; items += 1) {
          const { pages, seen } = await readAll({ items, limit }, loop);

          expect(pages).toBe(Math.max(1, Math.ceil(items / limit)));
          expect([seen.length, new Set(seen).size]).toEqual([items, items]);
        }
    },
  );
});

describe('the links of a list', () => {
  it('keep the filters, and have no last page', async ({ list }) => {
    const filters = { limit: '2', tags: '1,2', keyword: 'a&b=ü' };
    const { links, meta } = await list({ ...filters, page: '2' });

    expect(queryOf(links.first)).toEqual({ ...filters, page: '1' });
    expect(queryOf(links.prev)).toEqual({ ...filters, page: '1' });
    expect(links).toMatchObject({ last: null, next: null });
    expect(meta.path).toMatch(/^https:\/\/api\.example\.com\/os\/api\/[\da-f-]{36}\/posts$/u);
    expect(links.first.startsWith(`${meta.path}?`)).toBe(true);
  });

  it('lead through the list by number', async ({ list, places }) => {
    const seen: number[] = [];
    for (let next: string | null = 'https://x/?limit=3'; next !== null;) {
      const body = await list(queryOf(next));
      seen.push(...places(body));
      ({ next } = body.links);
      expect(body.meta).toMatchObject({ per_page: 3, to: seen.length });
    }

    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('continue with a cursor after the last page that has a number', async () => {
    const fixture = await startPostApi('draft');
    for (let count = 0; count < 1005; count += 1) fixture.put({});
    const query = { limit: '100', page: '10' };
    const { links, meta } = (await fixture.run('list-posts', { query })).body;
    const rest = (await fixture.run('list-posts', { query: queryOf(links.next) })).body;

    expect(meta).toMatchObject({ current_page: 10, from: 901, to: 1000 });
    expect(queryOf(links.next)).toMatchObject({ limit: '100', cursor: expect.any(String) });
    expect(rest.data).toHaveLength(6);
  });

  it('continue with a cursor after a page that is short because of its filter', async () => {
    const fixture = await startPostApi('draft', { tags: [2] });
    for (let count = 0; count < 1005; count += 1) fixture.put({ tags: [1] });
    const { links } = (await fixture.run('list-posts', { query: { tags: '2' } })).body;

    expect((await fixture.run('list-posts', { query: queryOf(links.next) })).body.data).toHaveLength(1);
  });

  it('have no number after a cursor', async ({ list }) => {
    const { next_cursor: cursor } = await list({ limit: '2' });
    const { links, meta } = await list({ limit: '2', cursor });

    expect(links.prev).toBeNull();
    expect(queryOf(links.first)).toEqual({ limit: '2', page: '1' });
    expect(queryOf(links.next)).toMatchObject({ limit: '2', cursor: expect.any(String) });
    expect(meta).toMatchObject({ current_page: null, last_page: null, from: null, to: null, per_page: 2 });
  });
});

describe('posts by the name of a tag', () => {
  it('are found without regard to case, together with those of an id', async ({ list, places }) => {
    expect(places(await list({ tags: ' tAG 1 ' }))).toEqual([0, 2, 4, 6]);
    expect(places(await list({ 'tags[]': 'tag 1', 'tags[1]': '2' }))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(places(await list({ 'tags[]': 'unknown,2' }))).toEqual([1, 3, 5]);
  });

  it('are none for an unknown name, without reading posts', async ({ api, list }) => {
    api.posts.list = async () => {
      throw new Error('Posts were read');
    };

    expect(await list({ tags: 'tag' })).toMatchObject({ data: [], has_more: false, next_cursor: null });
  });
});
