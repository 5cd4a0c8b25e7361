import { describe, expect } from 'vitest';
import { it, PAGE_PERMISSIONS, startPageApi } from '#test/support/fixtures/biolinks/page-api.ts';

describe('get-page', () => {
  it('returns the page as last saved, with its entity tag', async ({ created, edit, run }) => {
    expect((await run('get-page')).body).toEqual({ data: created.body.data });

    const edited = await edit({ title: 'Countess' });
    const read = await run('get-page');
    expect(read.body).toEqual({ data: edited.body.data });
    expect(read.headers).toMatchObject({ ETag: '"2"', 'Cache-Control': 'private, no-store' });
    expect(read.body.data.revision).toBe('2');
  });

  it.each(['"1"', 'W/"1"', '"0", "1"', '*'])(
    'returns 304 without a body for If-None-Match %s',
    async (tag, { run }) => {
      const { status, headers, text } = await run('get-page', { headers: { 'if-none-match': tag } });

      expect([status, headers['ETag'], text]).toEqual([304, '"1"', undefined]);
    },
  );

  it('returns the page to a client with another revision', async ({ edit, run }) => {
    await edit({ title: 'Countess' });

    expect((await run('get-page', { headers: { 'if-none-match': '"1"' } })).status).toBe(200);
  });

  it.each(['01980000-0000-7000-8000-0000000000ff', 'nonsense'])('returns 404 for %s', async (page) => {
    const { run } = await startPageApi();

    expect(await run('get-page', { params: { page } })).toMatchObject({
      status: 404,
      body: { code: 'page_not_found' },
    });
  });

  it('returns 404 for a resource of another workspace', async ({ api, run }) => {
    const { workspaceId } = await api.createOtherWorkspace();
    const key = api.grant(PAGE_PERMISSIONS, { workspaceId });

    expect((await run('get-page', { key, headers: { 'if-none-match': '*' } })).status).toBe(404);
  });
});
