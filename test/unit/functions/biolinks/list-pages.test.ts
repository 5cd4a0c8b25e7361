import { describe, expect } from 'vitest';
import { startPageApi } from '#test/support/fixtures/biolinks/page-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

/** Three more pages, the middle one active. */
async function setUp() {
  const fixture = await startPageApi();
  const { api, key } = fixture;
  const ids = [fixture.page];
  for (const slug of ['bob', 'cleo', 'dora']) {
    api.clock.advance(1);
    const { body } = await api.call('create-page', { key, json: { title: slug, slug } });
    ids.unshift(String(body.data.id));
  }
  const [, cleo = ''] = ids;
  const headers = { 'if-match': '"1"' };
  await api.call('set-page-status', { key, params: { page: cleo }, headers, json: { status: 'active' } });
  const list = (query: Record<string, string> = {}, as = key) => api.call('list-pages', { key: as, query });
  return { ...fixture, ids, cleo, list };
}

function idsOf({ body }: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['list']>>): string[] {
  return body.data.map(({ id }: { id: string }) => id);
}

describe('list-pages', () => {
  it('lists newest first, each page as reading it alone returns it', async ({ ids, list, run }) => {
    const listed = await list();

    expect(idsOf(listed)).toEqual(ids);
    expect(listed.body).toMatchObject({ next_cursor: null, has_more: false });
    expect(listed.body.data.at(-1)).toEqual((await run('get-page')).body.data);
  });

  it('returns every page once across the result pages', async ({ ids, list }) => {
    const first = await list({ limit: '3' });
    const second = await list({ limit: '3', cursor: first.body.next_cursor });

    expect([idsOf(first), idsOf(second)]).toEqual([ids.slice(0, 3), ids.slice(3)]);
    expect([first.body.has_more, second.body.has_more]).toEqual([true, false]);
  });

  it('filters by status on request', async ({ cleo, list }) => {
    expect(idsOf(await list({ status: 'active' }))).toEqual([cleo]);
    expect(idsOf(await list({ status: 'draft' }))).toHaveLength(3);
    expect(idsOf(await list({ status: 'archived' }))).toEqual([]);
  });

  it('shows nothing from another workspace', async ({ api, list }) => {
    const { workspaceId } = await api.createOtherWorkspace();

    expect(idsOf(await list({}, api.grant(['biolinks:pages:read'], { workspaceId })))).toEqual([]);
  });

  it.each([
    [{ status: 'gone' }, 'invalid_format'],
    [{ slug: 'ada' }, 'unknown_parameter'],
    [{ limit: '101' }, 'out_of_range'],
  ])('rejects %j', async (query, code, { list }) => {
    expect(await list(query)).toMatchObject({ status: 422, body: { code } });
  });

  it('rejects a cursor that was issued for another filter', async ({ list }) => {
    const { body } = await list({ limit: '1' });

    expect((await list({ limit: '1', status: 'draft', cursor: body.next_cursor })).body.code).toBe(
      'cursor_invalid',
    );
  });
});
