import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startMediaApi } from '#test/support/fixtures/publishing/media-api.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const it = itWith(startWithFiles);
const UNKNOWN = '01980000-0000-7000-8000-0000000000ff';

async function startWithFiles() {
  const fixture = await startMediaApi();
  const files = [await fixture.ready(), await fixture.ready(), await fixture.ready()];
  const { workspaceId, core } = fixture.api;

  /** Stores a scheduled post with these files. */
  function schedule(ids: readonly number[], second = 0) {
    const content = [{ body: 'Hello', url: null, media: ids }];
    const versions = [{ accountId: 0, isOriginal: true, content, options: {} }];
    const post = aPostIn('scheduled', { workspaceId, versions, id: newId(secondsAfterNow(second)) });
    core.posts.set(post.id, post);
  }
  const remove = (items: readonly unknown[], key?: string) =>
    fixture.call('delete-media-files', { json: { items }, ...(key ? { key } : {}) });
  const left = () => [...core.media.values()].map(({ id }) => id);
  return { ...fixture, files, schedule, remove, left };
}

describe('delete-media-files', () => {
  it('deletes files by numbers, strings of digits and UUIDs, with their bytes', async (fixture) => {
    const { files, remove, left, stored } = fixture;
    const items = [files[0].id, String(files[1].id), files[2].uuid.toUpperCase(), UNKNOWN, '7000'];
    const { status, body } = await remove(items);

    expect(status).toBe(200);
    expect(body).toEqual({
      deleted: true,
      ids: [String(files[0].id), String(files[1].id), files[2].uuid],
      skipped: [
        { id: UNKNOWN, code: 'media_not_found' },
        { id: '7000', code: 'media_not_found' },
      ],
    });
    expect([left(), stored()]).toEqual([[], []]);
  });

  it('deletes a file once that two IDs name, and reports both', async ({ api, files, remove }) => {
    const removals: string[] = [];
    const original = api.media.remove;
    Object.assign(api.media, {
      async remove(...call: Parameters<typeof original>) {
        removals.push(call[0].uuid);
        await original(...call);
      },
    });
    const { id, uuid } = files[0];

    expect((await remove([id, String(id), uuid])).body).toEqual({
      deleted: true,
      ids: [String(id), uuid],
      skipped: [],
    });
    expect(removals).toEqual([uuid]);
  });

  it('skips the files that scheduled posts use', async ({ files, schedule, remove, left }) => {
    schedule([files[0].id], 1);
    schedule([files[2].id], 0);
    for (let second = 2; second < 40; second += 1) schedule([], second);
    const { body } = await remove(files.map(({ id }) => id));

    expect(body.skipped).toEqual([
      { id: String(files[0].id), code: 'media_in_use' },
      { id: String(files[2].id), code: 'media_in_use' },
    ]);
    expect(left()).toEqual([files[0].id, files[2].id]);
  });

  it('reads no more posts once each file has a user', async ({ api, files, schedule, remove }) => {
    for (let second = 0; second < 60; second += 1) schedule([files[0].id, files[1].id], second);
    const { list } = api.posts;
    let reads = 0;
    api.posts.list = async (...query) => {
      reads += 1;
      return list(...query);
    };
    await remove([files[0].id, files[1].id]);

    expect(reads).toBe(1);
  });

  it('keeps all files if there are more scheduled posts than it can check in time', async (fixture) => {
    const { api, files, remove, left } = fixture;
    const page = Array.from({ length: 25 }, (_, second) =>
      aPostIn('scheduled', { id: newId(secondsAfterNow(second)) }),
    );
    api.posts.list = async () => {
      api.clock.advance(1);
      return page;
    };

    expect((await remove([files[0].id])).body).toMatchObject({
      deleted: false,
      skipped: [{ code: 'media_in_use' }],
    });
    expect(left()).toHaveLength(3);
  });

  it('deletes a file that changes meanwhile, but not one that changes again and again', async (fixture) => {
    const { api, call, files, remove } = fixture;
    const original = api.media.remove;
    const [once, often] = files;
    let edits = 0;
    Object.assign(api.media, {
      async remove(...given: Parameters<typeof original>) {
        edits += 1;
        if (given[0].id === often.id || edits === 1)
          await call('update-media', { params: { media: given[0].uuid }, json: { name: `Name ${edits}` } });
        await original(...given);
      },
    });

    expect((await remove([once.id, often.id])).body).toEqual({
      deleted: true,
      ids: [String(once.id)],
      skipped: [{ id: String(often.id), code: 'concurrent_update' }],
    });
  });

  it('reports a file as unknown that another request deletes meanwhile', async (fixture) => {
    const { files, remove } = fixture;
    const both = await Promise.all([remove([files[0].id]), remove([files[0].id])]);

    expect(both.filter(({ body }) => body.deleted)).toHaveLength(1);
  });

  it('deletes no file of another workspace', async ({ call, files, foreignKey, otherWorkspaceId, left }) => {
    const params = { workspace: otherWorkspaceId };
    const { body } = await call('delete-media-files', {
      key: foreignKey,
      params,
      json: { items: [files[0].uuid, files[0].id] },
    });

    expect(body.deleted).toBe(false);
    expect(left()).toHaveLength(3);
  });

  it.each([
    [[], '422 too_few_items'],
    [Array.from({ length: 101 }, (_, index) => index + 1), '422 too_many_items'],
    [['first'], '422 invalid_format'],
    [[0], '422 invalid_format'],
    [[1.5], '422 invalid_format'],
    [['01'], '422 invalid_format'],
    [[null], '422 invalid_type'],
  ])('rejects the items %j', async (items, code, { remove, left }) => {
    expect(codeOf(await remove(items))).toBe(code);
    expect(left()).toHaveLength(3);
  });

  it('requires the permission to write media', async ({ api, files, remove }) => {
    expect(codeOf(await remove([files[0].id], api.grant(['publishing:media:read'])))).toBe(
      '403 permission_missing',
    );
  });
});
