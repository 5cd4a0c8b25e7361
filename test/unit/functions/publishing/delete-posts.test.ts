import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';
import {
  it,
  PUBLISH,
  type ScheduleApi,
  startScheduleApi,
  WRITE,
} from '#test/support/fixtures/publishing/schedule-api.ts';

function remove({ run }: Pick<ScheduleApi, 'run'>, posts: readonly string[], fields = {}, request = {}) {
  return run('delete-posts', null, { json: { posts, ...fields }, ...request });
}

/** The post ids in the events, event by event. */
function idsEmitted({ emitted }: Pick<ScheduleApi, 'emitted'>): string[][] {
  return emitted().map(({ event, data }) => {
    expect(event).toBe('publishing.post.deleted');
    return (data as { ids: string[] }).ids;
  });
}

describe('delete-posts, happy', () => {
  it.each([
    [{}, { deleted: true, to_trash: false }],
    [{ trash: true }, { deleted: false, to_trash: true }],
    [
      { trash: false, delete_mode: 'app_only' },
      { deleted: true, to_trash: false },
    ],
  ])('deletes several posts with %j and one event', async (fields, flags, fixture) => {
    const posts = [fixture.put('draft'), fixture.put('scheduled'), fixture.put('published')];
    const { status, body } = await remove(fixture, posts, fields);

    expect([status, body]).toEqual([200, { ...flags, ids: posts, skipped: [] }]);
    expect(fixture.emitted()).toEqual([
      { event: 'publishing.post.deleted', data: { ids: posts, ...flags }, matches: 1 },
    ]);
    expect(posts.map((id) => fixture.stored(id)?.trashedAt)).toEqual(
      posts.map(() => (flags.to_trash ? NOW : undefined)),
    );
  });

  it('handles each post once, however its id is spelled', async (fixture) => {
    const post = fixture.put('draft');

    expect((await remove(fixture, [post, post.toUpperCase(), post])).body.ids).toEqual([post]);
    expect(idsEmitted(fixture)).toEqual([[post]]);
  });

  it.each([
    [false, [48, 48, 4]],
    [true, [99, 1]],
  ])(
    'emits events for 100 posts in batches, each post in exactly one event (trash: %s)',
    async (trash, sizes) => {
      const fixture = await startScheduleApi();
      const posts = Array.from({ length: 100 }, () => fixture.put('draft'));
      const { body } = await remove(fixture, posts, { trash });

      expect(body.ids).toEqual(posts);
      expect(idsEmitted(fixture).map(({ length }) => length)).toEqual(sizes);
      expect(idsEmitted(fixture).flat()).toEqual(posts);
    },
  );

  it('tries posts that lost a race in smaller batches', async (fixture) => {
    const posts = Array.from({ length: 30 }, () => fixture.put('draft'));
    const { deletePosts } = fixture.api.trash;
    const sizes: number[] = [];
    fixture.api.trash.deletePosts = (deletions, ...command) => {
      sizes.push(deletions.length);
      return deletions.length > 5
        ? Promise.reject(new ConcurrentUpdateError())
        : deletePosts(deletions, ...command);
    };

    expect((await remove(fixture, posts)).body.ids).toEqual(posts);
    expect(sizes).toEqual([30, 25, 5, 5, 5, 5, 5, 5]);
  });

  it('continues where an earlier request stopped', async (fixture) => {
    const posts = Array.from({ length: 60 }, () => fixture.put('draft'));
    const { deletePosts } = fixture.api.trash;
    let lots = 0;
    fixture.api.trash.deletePosts = (...command) =>
      (lots += 1) === 2 ? Promise.reject(new Error('no connection')) : deletePosts(...command);

    expect((await remove(fixture, posts)).status).toBe(500);
    expect((await remove(fixture, posts)).body).toMatchObject({ ids: posts.slice(48) });
    expect(idsEmitted(fixture).flat()).toEqual(posts);
  });
});

describe('delete-posts, with posts that cannot be deleted', () => {
  it('skips them, returns the reason, and deletes the others', async (fixture) => {
    const [deleted, busy, draft] = [newId(NOW), fixture.put('publishing'), fixture.put('draft')];
    const other = await fixture.api.createOtherWorkspace();
    const foreign = fixture.put('draft', { workspaceId: other.workspaceId });

    expect((await remove(fixture, [deleted, busy, foreign, draft], { trash: true })).body).toEqual({
      deleted: false,
      to_trash: true,
      ids: [draft],
      skipped: [
        { id: deleted, code: 'post_not_found' },
        { id: busy, code: 'post_publishing' },
        { id: foreign, code: 'post_not_found' },
      ],
    });
    expect(idsEmitted(fixture)).toEqual([[draft]]);
    expect(fixture.stored(foreign)?.trashedAt).toBeNull();
  });

  it('reports that nothing was deleted when nothing was', async (fixture) => {
    const busy = fixture.put('publishing');

    expect((await remove(fixture, [busy])).body).toMatchObject({ deleted: false, to_trash: false, ids: [] });
    expect(fixture.emitted()).toEqual([]);
  });

  it('counts posts already in the trash as moved there, and emits no second event', async (fixture) => {
    const [trashed, draft] = [fixture.put('trashed'), fixture.put('draft')];

    expect((await remove(fixture, [trashed, draft], { trash: true })).body.ids).toEqual([trashed, draft]);
    expect(idsEmitted(fixture)).toEqual([[draft]]);
  });

  it('deletes the others of a batch when one post changes concurrently, and that one in its new state', async () => {
    const fixture = await startScheduleApi();
    const posts = [fixture.put('draft'), fixture.put('draft'), fixture.put('draft')];
    const [edited = '', started = ''] = posts;
    const { deletePosts } = fixture.api.trash;
    let meanwhile = () => {
      fixture.api.core.posts.set(
        edited,
        aPostIn('draft', { id: edited, workspaceId: fixture.workspaceId, revision: 9 }),
      );
      const run = { number: 1, startedAt: NOW, accounts: [1], pending: [1] };
      const post = aPostIn('scheduled', { id: started, workspaceId: fixture.workspaceId, run });
      fixture.api.core.posts.set(started, post);
    };
    fixture.api.trash.deletePosts = (...command) => {
      meanwhile();
      meanwhile = () => undefined;
      return deletePosts(...command);
    };

    expect((await remove(fixture, posts)).body).toMatchObject({
      ids: [edited, posts[2]],
      skipped: [{ id: started, code: 'post_publishing' }],
    });
    expect(idsEmitted(fixture)).toEqual([[edited, posts[2]]]);
  });

  it('requires the permission to publish for a post that was scheduled concurrently', async (fixture) => {
    const post = fixture.put('draft');
    const { deletePosts } = fixture.api.trash;
    fixture.api.trash.deletePosts = (...command) => {
      fixture.api.core.posts.set(
        post,
        aPostIn('scheduled', { id: post, workspaceId: fixture.workspaceId, revision: 2 }),
      );
      return deletePosts(...command);
    };
    const { body } = await remove(fixture, [post], {}, { key: fixture.api.grant([WRITE]) });

    expect(body.skipped).toEqual([{ id: post, code: 'permission_missing' }]);
    expect(fixture.emitted()).toEqual([]);
  });

  it('stops after repeated concurrent changes of a post', async (fixture) => {
    const post = fixture.put('draft');
    let tries = 0;
    fixture.api.trash.deletePosts = async () => {
      tries += 1;
      throw new ConcurrentUpdateError();
    };

    expect((await remove(fixture, [post])).body.skipped).toEqual([{ id: post, code: 'concurrent_update' }]);
    expect(tries).toBe(3);
  });
});

describe('delete-posts, error', () => {
  it.each([
    [{}, '#/posts', 'required'],
    [{ posts: [] }, '#/posts', 'too_few_items'],
    [{ posts: ['x'] }, '#/posts/0', 'invalid_format'],
    [{ posts: [1] }, '#/posts/0', 'invalid_type'],
    [{ posts: Array.from({ length: 201 }, () => newId(NOW)) }, '#/posts', 'too_many_items'],
    [{ posts: [newId(NOW)], delete_mode: 'everywhere' }, '#/delete_mode', 'invalid_format'],
    [{ posts: [newId(NOW)], force: true }, '#/force', 'unknown_field'],
  ])('rejects a wrong body with %s %s', async (json, pointer, code, { run }) => {
    expect(await run('delete-posts', null, { json })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer, code }] },
    });
  });

  it('requires a body', async ({ run }) => {
    expect((await run('delete-posts', null)).body.code).toBe('body_required');
  });
});

describe('delete-posts, security', () => {
  it.each([
    [['draft', 'failed'], [WRITE], 200],
    [['draft', 'scheduled'], [WRITE], 403],
    [['draft', 'published'], [WRITE], 403],
    [['scheduled', 'published'], [WRITE, PUBLISH], 200],
    [['draft'], [PUBLISH], 403],
  ] as const)(
    'returns, for posts that are %j, with %j: %i, before any change',
    async (states, permissions, expected, fixture) => {
      const posts = states.map((state) => fixture.put(state));
      const { status } = await remove(fixture, posts, {}, { key: fixture.api.grant(permissions) });

      expect(status).toBe(expected);
      expect(fixture.api.core.posts.size).toBe(expected === 200 ? 0 : states.length);
      expect(fixture.emitted()).toHaveLength(expected === 200 ? 1 : 0);
    },
  );
});
