import { describe, expect, it } from 'vitest';
import { createDeleteMediaHandler } from '#functions/delete-media/handler.ts';
import type { PostState } from '#shared/domain/posts/post-state.ts';
import type { PostVersion } from '#shared/domain/posts/post.ts';
import { newId } from '#shared/runtime/ids.ts';
import { later } from '#test/support/builders.ts';
import { codeOf } from '#test/support/domain-api.ts';
import { answersToStrangers, REFUSED_TO_STRANGERS, startMediaApi } from '#test/support/media-api.ts';
import { aPostIn } from '#test/support/post-states.ts';

const PAGE = 100;
const MOST_POSTS = 5000;

async function startWithPicture() {
  const bench = await startMediaApi();
  const media = await bench.ready();
  const { workspaceId, core } = bench.api;

  /** Stores a post in a state, by default with the picture in the second item of a version of its own. */
  function post(state: PostState, files: readonly number[] = [media.id], second = 0) {
    const content = [
      { body: 'Hello', url: null, media: [] },
      { body: 'there', url: null, media: [99, ...files] },
    ];
    const original = { accountId: 0, isOriginal: true, content: content.slice(0, 1), options: {} };
    const versions: PostVersion[] = [original, { accountId: 1, isOriginal: false, content, options: {} }];
    const made = aPostIn(state, { workspaceId, versions, id: newId(later(second)) });
    core.posts.set(made.id, made);
    return made;
  }
  const remove = (key?: string) =>
    bench.call('delete-media', { params: { media: media.uuid }, ...(key ? { key } : {}) });
  return { ...bench, media, post, remove };
}

describe('delete-media, happy', () => {
  it('answers 204, and record and bytes are gone', async () => {
    const { api, call, media, remove, stored } = await startWithPicture();
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
    'does not mind a post that is %s',
    async (state) => {
      const { post, remove } = await startWithPicture();
      post(state);

      expect((await remove()).status).toBe(204);
    },
  );

  it('does not mind scheduled posts with other files', async () => {
    const { post, remove } = await startWithPicture();
    post('scheduled', []);

    expect((await remove()).status).toBe(204);
  });
});

describe('delete-media, error', () => {
  it.each(['scheduled', 'publishing'] as const)('keeps what a post that is %s uses', async (state) => {
    const { post, remove, stored } = await startWithPicture();
    post(state);

    expect(codeOf(await remove())).toBe('409 media_in_use');
    expect(stored()).toEqual(['media']);
  });

  it('names the post to who may read posts, and to nobody else', async () => {
    const { api, post, remove } = await startWithPicture();
    const { id } = post('scheduled');
    const reader = api.grant(['publishing:media:write', 'publishing:posts:read']);

    expect((await remove(reader)).body.post_id).toBe(id);
    expect((await remove()).text).not.toContain(id);
  });

  it('finds a post behind many pages of others', async () => {
    const { post, remove } = await startWithPicture();
    post('scheduled', undefined, 0);
    for (let second = 1; second <= 3 * PAGE; second += 1) post('scheduled', [], second);

    expect(codeOf(await remove())).toBe('409 media_in_use');
  });

  it('looks at a last page that is full', async () => {
    const { post, remove } = await startWithPicture();
    for (let second = 1; second <= PAGE; second += 1) post('scheduled', [], second);

    expect((await remove()).status).toBe(204);
  });

  it('keeps the file when there are more scheduled posts than it can look at', async () => {
    const { api, media } = await startWithPicture();
    const found = await api.media.find(api.workspaceId, media.uuid);
    const page = Array.from({ length: PAGE }, (_, second) =>
      aPostIn('scheduled', { id: newId(later(second)) }),
    );
    let pages = 0;
    const posts = {
      list: async () => {
        pages += 1;
        return page;
      },
    };
    const { handle } = createDeleteMediaHandler({ media: api.media, files: api.files, posts });
    const request = { resource: found, principal: { permissions: new Set() } } as unknown;

    await expect(handle(request as Parameters<typeof handle>[0])).rejects.toMatchObject({
      code: 'media_in_use',
    });
    expect(pages * PAGE).toBe(MOST_POSTS);
  });

  it('answers a second delete 404, and of two at once one 204', async () => {
    const { remove } = await startWithPicture();
    const both = await Promise.all([remove(), remove()]);

    expect(both.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect(codeOf(await remove())).toBe('404 media_not_found');
  });

  it('can be repeated when the store of files fails', async () => {
    const { api, remove, stored } = await startWithPicture();
    const { remove: original } = api.files;
    Object.assign(api.files, {
      async remove() {
        throw new Error('S3 is away');
      },
    });
    expect((await remove()).status).toBe(500);
    Object.assign(api.files, { remove: original });

    expect((await remove()).status).toBe(204);
    expect(stored()).toEqual([]);
  });

  it('can be repeated when the record is not removed, and leaves no bytes behind', async () => {
    const { api, remove, stored } = await startWithPicture();
    const { remove: original } = api.media;
    Object.assign(api.media, {
      async remove() {
        throw new Error('The table is away');
      },
    });
    expect((await remove()).status).toBe(500);
    Object.assign(api.media, { remove: original });

    expect(stored()).toEqual([]);
    expect((await remove()).status).toBe(204);
  });
});

describe('delete-media, security', () => {
  it('is out of reach for strangers', async () => {
    const bench = await startWithPicture();

    expect(await answersToStrangers(bench, 'delete-media', bench.media.uuid)).toEqual(REFUSED_TO_STRANGERS);
    expect(bench.stored()).toEqual(['media']);
  });
});
