import { describe, expect } from 'vitest';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, A_PICTURE, startMediaApi } from '#test/support/fixtures/publishing/media-api.ts';

const HOUR = 3600;

describe('get-media', () => {
  it('returns a URL that reads the file for an hour', async ({ api, ready, call }) => {
    const media = await ready();
    const { body } = await call('get-media', { params: { media: media.uuid } });

    expect(body.data).toEqual({ ...media, url: expect.stringMatching(/^https:/u) });
    api.clock.advance(HOUR - 1);
    expect(api.files.follow(body.data.url)).toEqual(bytesOf('image/png'));
    api.clock.advance(2);
    expect(api.files.follow(body.data.url)).toBeUndefined();
  });

  it('returns no URL for an unchecked file', async ({ upload, call }) => {
    const media = await upload();

    expect((await call('get-media', { params: { media: media.uuid } })).body.data).toEqual({
      ...media,
      url: null,
    });
  });
});

describe('list-media', () => {
  it('lists newest first, page by page', async ({ call }) => {
    for (const name of ['One', 'Two', 'Three']) await call('create-media', { json: { ...A_PICTURE, name } });
    const first = (await call('list-media', { query: { limit: '2' } })).body;
    const rest = (await call('list-media', { query: { limit: '2', cursor: first.next_cursor } })).body;

    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['Three', 'Two']);
    expect(rest).toMatchObject({ data: [{ name: 'One' }], has_more: false, next_cursor: null });
  });

  it('finds files by a part of the name or of the alternative text', async ({ call }) => {
    await call('create-media', { json: { ...A_PICTURE, name: 'Engine', alt_text: null } });
    await call('create-media', { json: { ...A_PICTURE, name: 'One', alt_text: 'A brass engine' } });
    await call('create-media', { json: { ...A_PICTURE, name: 'Two', alt_text: 'A boat' } });
    const { data } = (await call('list-media', { query: { keyword: 'ENGINE' } })).body;

    expect(data.map(({ name }: { name: string }) => name)).toEqual(['One', 'Engine']);
  });

  it('shows nothing from another workspace', async ({ call, ready, foreignKey, otherWorkspaceId }) => {
    await ready();
    const params = { workspace: otherWorkspaceId };

    expect((await call('list-media', { key: foreignKey, params })).body.data).toEqual([]);
  });

  it('requires the permission to read, and rejects unknown parameters and other cursors', async () => {
    const { api, call } = await startMediaApi();
    const key = api.grant(['publishing:media:write']);

    expect(codeOf(await call('list-media', { key }))).toBe('403 permission_missing');
    expect(codeOf(await call('list-media', { query: { state: 'ready' } }))).toBe('422 unknown_parameter');
    expect(codeOf(await call('list-media', { query: { limit: '101' } }))).toBe('422 out_of_range');
    expect(codeOf(await call('list-media', { query: { cursor: 'x' } }))).toBe('400 cursor_invalid');
  });
});
