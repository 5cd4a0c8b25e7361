import { describe, expect } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startAccountApi } from '#test/support/fixtures/publishing/account-api.ts';

const it = itWith(startWithTag);
const itWithAccountApi = itWith(startAccountApi);

/** An API with a tag. */
async function startWithTag() {
  const parts = await startAccountApi();
  const tag = await parts.createTag({ name: 'Launch', hex_color: '#dc2626' });
  const params = { tag: tag.uuid };
  return {
    ...parts,
    tag,
    params,
    edit: (json: unknown) => parts.call('update-tag', { params, json }),
    read: () => parts.call('get-tag', { params }),
  };
}

describe('get-tag', () => {
  it('returns the tag as it was created', async ({ read, tag }) => {
    expect(await read()).toMatchObject({ status: 200, body: { data: tag } });
  });
});

describe('list-tags', () => {
  it('lists the tags of this workspace, newest first, page by page', async () => {
    const { call, createTag, foreignKey, otherWorkspaceId, tag } = await startWithTag();
    const newest = await createTag();
    await createTag(undefined, { key: foreignKey, params: { workspace: otherWorkspaceId } });
    const first = await call('list-tags', { query: { limit: '1' } });
    const second = await call('list-tags', { query: { limit: '1', cursor: first.body.next_cursor } });

    expect(first.body).toMatchObject({ data: [newest], has_more: true });
    expect(second.body).toMatchObject({ data: [tag], next_cursor: null, has_more: false });
  });

  it('finds tags by a part of the name', async () => {
    const { call, createTag } = await startWithTag();
    const { id } = await createTag({ name: 'Café', hex_color: '#16a34a' });
    const { body } = await call('list-tags', { query: { keyword: 'CAFE\u0301' } });

    expect(body.data.map((found: { id: number }) => found.id)).toEqual([id]);
  });

  itWithAccountApi.each([
    [{ query: { cursor: 'x' } }, '400 cursor_invalid'],
    [{ query: { limit: '101' } }, '422 out_of_range'],
    [{ key: null }, '401 authentication_required'],
    [{ params: { workspace: 'nonsense' } }, '403 workspace_mismatch'],
  ])('rejects %j', async (request, code, { call }) => {
    expect(codeOf(await call('list-tags', request))).toBe(code);
  });

  itWithAccountApi('requires the permission to read tags', async ({ api, call }) => {
    const key = api.grant(['publishing:tags:write', 'publishing:accounts:read']);

    expect(codeOf(await call('list-tags', { key }))).toBe('403 permission_missing');
  });
});

describe('update-tag', () => {
  it.each([
    [{ name: ' Sale ' }, { name: 'Sale' }],
    [{ hex_color: '#16a34a' }, { hex_color: '#16a34a' }],
    [
      { name: 'Sale', hex_color: '#16A34A' },
      { name: 'Sale', hex_color: '#16A34A' },
    ],
  ])('changes what is sent and keeps the rest: %j', async (json, change, { edit, read, tag }) => {
    const { status, body } = await edit(json);

    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...tag, ...change } });
    expect((await read()).body).toEqual(body);
  });

  it.each([{}, { name: 'Launch' }, { hex_color: '#dc2626' }])(
    'writes nothing when %j changes nothing',
    async (json, { api, edit, tag }) => {
      expect((await edit(json)).body).toEqual({ data: tag });
      expect([...api.core.tags.values()].map(({ revision }) => revision)).toEqual([1]);
    },
  );

  it.each([
    [{ name: '' }, 'too_short', '#/name'],
    [{ name: null }, 'invalid_type', '#/name'],
    [{ hex_color: 'blue' }, 'invalid_color', '#/hex_color'],
    [{ id: 2 }, 'field_not_updatable', '#/id'],
    [{ nonsense: 1 }, 'unknown_field', '#/nonsense'],
  ])('rejects %j as %s', async (json, code, pointer, { edit, read, tag }) => {
    const response = await edit(json);

    expect(codeOf(response)).toBe(`422 ${code}`);
    expect(response.body.errors).toEqual([expect.objectContaining({ code, pointer })]);
    expect((await read()).body).toEqual({ data: tag });
  });
});

describe('delete-tag', () => {
  it('returns 204, and 404 afterwards', async ({ api, call, params, read }) => {
    const { status, text } = await call('delete-tag', { params });

    expect({ status, text }).toEqual({ status: 204, text: undefined });
    expect(api.core.tags.size).toBe(0);
    expect(codeOf(await read())).toBe('404 tag_not_found');
    expect(codeOf(await call('delete-tag', { params }))).toBe('404 tag_not_found');
  });

  it('never reuses the number for another tag', async ({ call, createTag, params }) => {
    await call('delete-tag', { params });

    expect((await createTag()).id).toBe(2);
  });
});
