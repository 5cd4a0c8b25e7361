import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { PostState } from '#shared/publishing/domain/post-state.ts';
import type { PostVersion } from '#shared/publishing/domain/post.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startMediaApi } from '#test/support/fixtures/publishing/media-api.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const it = itWith(startWithPicture);

const PAGE = 25;

async function startWithPicture() {
  const fixture = await startMediaApi();
  const media = await fixture.ready();
  const { workspaceId, core } = fixture.api;

  /** Stores a post in a state, by default with the picture in the second item of a separate version. */
  function post(state: PostState, files: readonly number[] = [media.id], second = 0) {
    const content = [
      { body: 'Hello', url: null, media: [] },
      { body: 'there', url: null, media: [99, ...files] },
    ];
    const original = { accountId: 0, isOriginal: true, content: content.slice(0, 1), options: {} };
    const versions: PostVersion[] = [original, { accountId: 1, isOriginal: false, content, options: {} }];
    const made = aPostIn(state, { workspaceId, versions, id: newId(secondsAfterNow(second)) });
    core.posts.set(made.id, made);
    return made;
  }
  const remove = (key?: string) =>
    fixture.call('delete-media', { params: { media: media.uuid }, ...(key ? { key } : {}) });
  return { ...fixture, media, post, remove };
}

describe('delete-media, happy', () => {
  it('returns 204, and deletes the record and the bytes', async ({ api, call, media, remove, stored }) => {
    const { status, text } = await remove();

    expect({ status, text }).toEqual({ status: 204, text: undefined });
    expect(codeOf(await call('get-media', { params: { media: media.uuid } }))).toBe('404 media_not_found');
    expect(stored()).toEqual([]);
    expect(api.core.media.size).toBe(0);
  });

  it('removes an upload that was never completed', async () => {
    const { call, upload, stored } = await startMediaApi();
    const { uuid } = await upload();

    expect((await call('delete-media', { params: { media: uuid } })).status).toBe(204);
    expect(stored()).toEqual([]);
  });

  it.each(['draft', 'published', 'failed', 'trashed'] as const)(
    'ignores a post that is %s',
    async (state, { post, remove }) => {
      post(state);

      expect((await remove()).status).toBe(204);
    },
  );

  it('ignores scheduled posts with other files', async ({ post, remove }) => {
    post('scheduled', []);

    expect((await remove()).status).toBe(204);
  });
});

describe('delete-media, error', () => {
  it.each(['scheduled', 'publishing'] as const)('keeps a file that a post that is %s uses', async (state) => {
    const { post, remove, stored } = await startWithPicture();
    post(state);

    expect(codeOf(await remove())).toBe('409 media_in_use');
    expect(stored()).toEqual(['media']);
  });

  it('identifies the post only to a caller who may read posts', async ({ api, post, remove }) => {
    const { id } = post('scheduled');
    const reader = api.grant(['publishing:media:write', 'publishing:posts:read']);

    expect((await remove(reader)).body.post_id).toBe(id);
    expect((await remove()).text).not.toContain(id);
  });

  it('finds a post after many pages of other posts', async ({ post, remove }) => {
    post('scheduled', undefined, 0);
    for (let second = 1; second <= 3 * PAGE; second += 1) post('scheduled', [], second);

    expect(codeOf(await remove())).toBe('409 media_in_use');
  });

  it('reads a last page that is full', async ({ post, remove }) => {
    for (let second = 1; second <= PAGE; second += 1) post('scheduled', [], second);

    expect((await remove()).status).toBe(204);
  });

  it('keeps the file when there are more scheduled posts than it can check in time', async () => {
    const { api, remove, stored } = await startWithPicture();
    const page = Array.from({ length: PAGE }, (_, second) =>
      aPostIn('scheduled', { id: newId(secondsAfterNow(second)) }),
    );
    const limits: number[] = [];
    api.posts.list = async (_workspaceId, { limit }) => {
      limits.push(limit);
      api.clock.advance(1);
      return page;
    };

    expect(codeOf(await remove())).toBe('409 media_in_use');
    expect(stored()).toEqual(['media']);
    expect(limits).toEqual(Array.from({ length: 6 }, () => PAGE));
  });

  it('returns 404 for a second delete, and 204 to only one of two concurrent deletes', async ({ remove }) => {
    const both = await Promise.all([remove(), remove()]);

    expect(both.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect(codeOf(await remove())).toBe('404 media_not_found');
  });

  it('deletes the record when the bytes remain, and logs it for the operators', async () => {
    const { api, media, remove, stored } = await startWithPicture();
    Object.assign(api.files, {
      async remove() {
        throw new Error('S3 is away');
      },
    });

    expect((await remove()).status).toBe(204);
    expect(api.core.media.size).toBe(0);
    expect(stored()).toEqual(['media']);
    expect(api.log.lines).toContainEqual(
      expect.objectContaining({
        code: 'MEDIA_BYTES_LEFT',
        fields: expect.objectContaining({ media_id: media.uuid, detail: 'S3 is away' }),
      }),
    );
  });

  it('keeps the bytes of a file whose record changes concurrently, however often', async () => {
    const { api, media, call, remove, stored } = await startWithPicture();
    const { list } = api.posts;
    let edits = 0;
    api.posts.list = async (...query) => {
      edits += 1;
      await call('update-media', { params: { media: media.uuid }, json: { name: `Name ${edits}` } });
      return list(...query);
    };

    expect(codeOf(await remove())).toBe('409 concurrent_update');
    expect(stored()).toEqual(['media']);
  });

  it('can be repeated when the record is not removed, and keeps the bytes until then', async () => {
    const { api, remove, stored } = await startWithPicture();
    const { remove: original } = api.media;
    Object.assign(api.media, {
      async remove() {
        throw new Error('The table is away');
      },
    });
    expect((await remove()).status).toBe(500);
    Object.assign(api.media, { remove: original });

    expect(stored()).toEqual(['media']);
    expect((await remove()).status).toBe(204);
    expect(stored()).toEqual([]);
  });
});
