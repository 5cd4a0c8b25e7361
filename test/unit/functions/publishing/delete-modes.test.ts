import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { PostState } from '#shared/publishing/domain/post-state.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anOutcome, aPublication } from '#test/support/builders/publishing/removal-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { it, PUBLISH, type ScheduleApi, WRITE } from '#test/support/fixtures/publishing/schedule-api.ts';

const SOCIAL = { delete_mode: 'social_only' };
const BOTH = { delete_mode: 'app_and_social' };

/** A post that account 1 published. */
async function published(
  { api, put, workspaceId }: ScheduleApi,
  state: PostState = 'published',
  overrides: Partial<Publication> = {},
): Promise<string> {
  const id = put(state, { runs: 1 });
  await api.putPublication(aPublication({ id, workspaceId }, overrides));
  return id;
}

function removalOf({ api, workspaceId }: ScheduleApi, id: string) {
  return api.core.postRemovals.get(withinWorkspace(workspaceId, id));
}

function pending(id: string, workspaceId: string, mode: string) {
  return {
    id,
    workspaceId,
    mode,
    requestedAt: NOW,
    accounts: [anOutcome()],
    due: { at: NOW, seq: 1, timer: true },
    dueSeq: 1,
  };
}

describe('delete-post, from networks', () => {
  it('permanently deletes the post and starts its removal', async (fixture) => {
    const id = await published(fixture);
    const { status, body } = await fixture.run('delete-post', id, { json: BOTH });

    expect([status, body]).toEqual([200, { deleted: true, to_trash: false, removals: [id] }]);
    expect(fixture.stored(id)).toBeUndefined();
    expect(removalOf(fixture, id)).toEqual(pending(id, fixture.workspaceId, 'app_and_social'));
    expect(fixture.emitted()).toEqual([
      {
        event: 'publishing.post.deleted',
        data: { ids: [id], deleted: true, to_trash: false },
        matches: 1,
      },
    ]);
  });

  it('moves the post to the trash, and starts its removal', async (fixture) => {
    const id = await published(fixture);
    const { body } = await fixture.run('delete-post', id, { json: { ...BOTH, trash: true } });

    expect(body).toEqual({ deleted: false, to_trash: true, removals: [id] });
    expect(fixture.stored(id)?.trashedAt).toEqual(NOW);
    expect(removalOf(fixture, id)?.mode).toBe('app_and_social');
  });

  it('starts the removal of a post that is already in the trash, without a second event', async (fixture) => {
    const id = await published(fixture);
    await fixture.run('delete-post', id, { json: { trash: true } });
    const before = fixture.stored(id);
    const { body } = await fixture.run('delete-post', id, { json: { ...BOTH, trash: true } });

    expect(body).toEqual({ deleted: false, to_trash: true, removals: [id] });
    expect(fixture.stored(id)).toEqual(before);
    expect(fixture.emitted()).toHaveLength(1);
  });

  it.each([
    { json: SOCIAL },
    { json: { ...SOCIAL, trash: true } },
    { query: SOCIAL },
    { query: SOCIAL, json: BOTH },
  ])('only starts the removal with %j', async (request, fixture) => {
    const id = await published(fixture);
    const before = fixture.stored(id);
    const { status, body } = await fixture.run('delete-post', id, request);

    expect([status, body]).toEqual([200, { deleted: false, to_trash: false, removals: [id] }]);
    expect(fixture.stored(id)).toEqual(before);
    expect(removalOf(fixture, id)).toEqual(pending(id, fixture.workspaceId, 'social_only'));
    expect(fixture.emitted()).toEqual([]);
  });

  it('has no removal if no network has the post', async (fixture) => {
    const failed = await published(fixture, 'failed', { state: 'failed', remote: [] });
    for (const id of [fixture.put('draft'), failed]) {
      const { body } = await fixture.run('delete-post', id, { json: BOTH });

      expect(body).toEqual({ deleted: true, to_trash: false });
      expect(removalOf(fixture, id)).toBeUndefined();
    }
  });

  it('changes nothing when it is repeated', async (fixture) => {
    const id = await published(fixture);
    await fixture.run('delete-post', id, { json: SOCIAL });
    const before = removalOf(fixture, id);
    fixture.api.clock.advance(60);

    expect((await fixture.run('delete-post', id, { json: SOCIAL })).body.removals).toEqual([id]);
    expect(removalOf(fixture, id)).toEqual(before);
  });

  it('keeps the post scheduled if it is removed only from networks', async (fixture) => {
    const id = await published(fixture, 'scheduled');
    await fixture.run('delete-post', id, { json: SOCIAL });

    expect(fixture.stored(id)).toMatchObject({ status: 'scheduled', trashedAt: null });
  });

  it('returns 409 if the post was never published', async (fixture) => {
    const id = fixture.put('draft');
    const { status, body } = await fixture.run('delete-post', id, { json: SOCIAL });

    expect([status, body.code]).toEqual([409, 'post_not_on_networks']);
  });

  it.each([BOTH, SOCIAL])('returns 409 if the post is being published: %j', async (json, fixture) => {
    const id = await published(fixture, 'publishing');

    expect((await fixture.run('delete-post', id, { json })).body.code).toBe('post_publishing');
    expect(removalOf(fixture, id)).toBeUndefined();
  });

  it('cannot schedule a post again that was removed only from networks', async (fixture) => {
    const id = await published(fixture);
    await fixture.run('delete-post', id, { json: SOCIAL });
    const again = await fixture.run('schedule-post', id, { json: { postNow: true } });

    expect(again.body.code).toBe('post_already_published');
  });

  it.each([BOTH, SOCIAL])('requires the permission to publish: %j', async (json, fixture) => {
    const id = await published(fixture, 'failed');
    const key = fixture.api.grant([WRITE]);
    const { status, body } = await fixture.run('delete-post', id, { json, key });

    expect([status, body.missing_permissions]).toEqual([403, [PUBLISH]]);
    expect([removalOf(fixture, id), fixture.stored(id)?.trashedAt]).toEqual([undefined, null]);
    expect((await fixture.run('delete-posts', null, { json: { posts: [id], ...json }, key })).status).toBe(
      403,
    );
    expect(removalOf(fixture, id)).toBeUndefined();
  });

  it.each([
    ['delete-post', BOTH, true],
    ['delete-post', SOCIAL, true],
    ['delete-post', {}, true],
    ['delete-post', { trash: true }, false],
    ['delete-posts', BOTH, true],
    ['delete-posts', SOCIAL, true],
    ['delete-posts', {}, true],
    ['delete-posts', { trash: true }, false],
  ] as const)('checks the key again when %s writes %j: %s', async (name, mode, isChecked, fixture) => {
    const { api } = fixture;
    const checked: boolean[] = [];
    const { deletePosts } = api.trash;
    api.trash.deletePosts = (deletions, event, context) => {
      checked.push(context.change.callerKey !== undefined);
      return deletePosts(deletions, event, context);
    };
    const id = await published(fixture);
    const json = name === 'delete-post' ? mode : { posts: [id], ...mode };
    await fixture.run(name, name === 'delete-post' ? id : null, { json });

    expect(checked).toEqual([isChecked]);
  });
});

describe('delete-posts, from networks', () => {
  it('starts a removal for each post that a network has', async (fixture) => {
    const ids = [await published(fixture), fixture.put('draft'), await published(fixture, 'failed')];
    const [first = '', , third = ''] = ids;
    const { body } = await fixture.run('delete-posts', null, { json: { posts: ids, ...BOTH } });

    expect(body).toEqual({ deleted: true, to_trash: false, removals: [first, third], ids, skipped: [] });
    expect(fixture.api.core.postRemovals.size).toBe(2);
    expect(fixture.emitted()).toMatchObject([{ data: { ids } }]);
  });

  it('only starts removals, and skips posts that no network has', async (fixture) => {
    const [id, draft] = [await published(fixture), fixture.put('draft')];
    const running = await published(fixture, 'publishing');
    const posts = [id, draft, running];
    const { body } = await fixture.run('delete-posts', null, { json: { posts, trash: true, ...SOCIAL } });

    expect(body).toEqual({
      deleted: false,
      to_trash: false,
      removals: [id],
      ids: [id],
      skipped: [
        { id: draft, code: 'post_not_on_networks' },
        { id: running, code: 'post_publishing' },
      ],
    });
    expect(fixture.emitted()).toEqual([]);
    expect(fixture.stored(id)?.trashedAt).toBeNull();
  });

  it('reports in the event only the posts that it moved to the trash', async (fixture) => {
    const [trashed, kept] = [await published(fixture), await published(fixture)];
    await fixture.run('delete-post', trashed, { json: { trash: true } });
    const json = { posts: [trashed, kept], trash: true, ...BOTH };
    const { body } = await fixture.run('delete-posts', null, { json });

    expect(body).toMatchObject({ ids: [trashed, kept], removals: [trashed, kept] });
    expect(fixture.emitted()).toMatchObject([{ data: { ids: [trashed] } }, { data: { ids: [kept] } }]);
  });

  it('deletes 200 posts and starts their removals, in batches that fit into a transaction', async (fixture) => {
    const posts: string[] = [];
    for (let made = 0; made < 200; made += 1) posts.push(await published(fixture));
    const { body } = await fixture.run('delete-posts', null, { json: { posts, ...BOTH } });

    expect(body.ids).toEqual(posts);
    expect(body.removals).toEqual(posts);
    expect(fixture.api.core.postRemovals.size).toBe(200);
    const sizes = fixture.emitted().map(({ data }) => (data as { ids: string[] }).ids.length);
    expect(sizes).toEqual([32, 32, 32, 32, 32, 32, 8]);
  });

  it('starts no removal of a post that keeps changing', async (fixture) => {
    const id = await published(fixture);
    fixture.api.trash.deletePosts = () => Promise.reject(new ConcurrentUpdateError());
    const { body } = await fixture.run('delete-posts', null, { json: { posts: [id], ...BOTH } });

    expect(body).toEqual({
      deleted: false,
      to_trash: false,
      ids: [],
      skipped: [{ id, code: 'concurrent_update' }],
    });
  });
});

describe('get-post-removal', () => {
  it('returns the outcome for each account, after the post is gone', async (fixture) => {
    const id = await published(fixture);
    await fixture.run('delete-post', id, { json: BOTH });
    const { status, body } = await fixture.run('get-post-removal', id);

    expect([status, body]).toEqual([
      200,
      {
        data: {
          post_id: id,
          delete_mode: 'app_and_social',
          requested_at: NOW.toISOString(),
          accounts: [
            {
              account_id: 1,
              provider: 'sandbox',
              state: 'pending',
              error: null,
              attempts: 0,
              next_attempt_at: null,
              finished_at: null,
            },
          ],
        },
      },
    ]);
  });

  it('returns 404 without a removal, for another workspace, and after 30 days', async (fixture) => {
    const id = await published(fixture);
    const code = async (request = {}) => (await fixture.run('get-post-removal', id, request)).body.code;
    expect(await code()).toBe('removal_not_found');

    await fixture.run('delete-post', id, { json: SOCIAL });
    const place = withinWorkspace(fixture.workspaceId, id);
    const removal = removalOf(fixture, id);
    if (!removal) throw new Error('No removal');
    const accounts = [anOutcome({ state: 'removed', left: 0, finishedAt: secondsAfterNow(60) })];
    fixture.api.core.postRemovals.set(place, { ...removal, accounts, due: null });
    fixture.api.clock.advance(30 * 86_400);
    expect(await code()).toBeUndefined();
    fixture.api.clock.advance(60);
    expect(await code()).toBe('removal_not_found');

    const other = await fixture.api.createOtherWorkspace();
    const key = fixture.api.grant(['publishing:posts:read'], { workspaceId: other.workspaceId });
    expect(await code({ key, params: { workspace: other.workspaceId } })).toBe('removal_not_found');
  });
});

describe('get-post, after a removal', () => {
  it('shows in each publication that it was removed', async (fixture) => {
    const id = await published(fixture);
    const remote = [{ id: 'later', url: null }];
    await fixture.api.putPublication(
      aPublication({ id, workspaceId: fixture.workspaceId }, { run: 2, remote }),
    );
    await fixture.run('delete-post', id, { json: SOCIAL });
    const place = withinWorkspace(fixture.workspaceId, id);
    const removal = removalOf(fixture, id);
    if (!removal) throw new Error('No removal');
    const error = { code: 'network_refused', detail: 'No.' };
    const accounts = [anOutcome({ remote: ['remote-1'], state: 'failed', error, finishedAt: NOW })];
    fixture.api.core.postRemovals.set(place, { ...removal, accounts });

    expect((await fixture.run('get-post', id)).body.data.publications).toMatchObject([
      { run: 2, removal: null },
      { run: 1, removal: { state: 'failed', error, finished_at: NOW.toISOString() } },
    ]);
  });
});
