import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { PostState } from '#shared/publishing/domain/post-state.ts';
import type { Post, PostVersion, Publication } from '#shared/publishing/domain/post.ts';
import type { PostFilter } from '#shared/publishing/ports/post-store.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const PUBLISHING = { code: 'post_publishing' };

const VERSIONS: readonly PostVersion[] = [
  {
    accountId: 0,
    isOriginal: true,
    content: [
      { body: 'One\n😀 ', url: 'https://example.com', media: [1, 2] },
      { body: '', url: null, media: [] },
      { body: null, url: null, media: [] },
    ],
    options: { mastodon: { n: 1e300, deep: [[[[{ '': null }]]]] }, '': {} },
  },
  { accountId: 2, isOriginal: false, content: [{ body: 'Two', url: null, media: [3] }], options: {} },
];

describeStores('PostStore', (fixture) => {
  /** In a state that `create` accepts, because the store validates nothing. */
  async function created(state: PostState = 'draft', overrides: Partial<Post> = {}): Promise<Post> {
    const post = aPostIn(state, overrides);
    await fixture.posts.create(post, aContext());
    return post;
  }

  function found({ workspaceId, id }: Post): Promise<Post | undefined> {
    return fixture.posts.find(workspaceId, id);
  }

  function edited(before: Post, fields: Partial<Post> = {}): Post {
    return { ...before, revision: before.revision + 1, updatedAt: secondsAfterNow(60), ...fields };
  }

  describe('create and find', () => {
    it.each(['draft', 'scheduled', 'publishing', 'published', 'failed', 'trashed'] as const)(
      'return a %s post as created, with every field',
      async (state) => {
        const post = await created(state, {
          accounts: [3, 1],
          tags: [7],
          versions: VERSIONS,
          dueSeq: 4,
          keptInstant: true,
          runs: 2,
          revision: 9,
          updatedAt: secondsAfterNow(5),
        });

        expect(await found(post)).toEqual(post);
      },
    );

    it('return a post without any content', async () => {
      const nothing = { accounts: [], tags: [], date: null, time: null, scheduledAt: null };
      const post = await created('draft', nothing);

      expect(await found(post)).toEqual(post);
    });

    it('find nothing of another workspace, and no unknown post', async () => {
      const post = await created();

      expect(await fixture.posts.find(randomUUID(), post.id)).toBeUndefined();
      expect(await fixture.posts.find(post.workspaceId, newId(NOW))).toBeUndefined();
    });

    it('reject a duplicate id', async () => {
      const post = await created();
      const again = fixture.posts.create({ ...post, tags: [9] }, aContext());

      await expect(again).rejects.toBeInstanceOf(ConcurrentUpdateError);
      expect(await found(post)).toEqual(post);
    });

    it('store the response, and write nothing when one is already stored', async () => {
      const idempotencyRecord = anIdempotencyRecord({ expiresAt: secondsAfterNow(86_400) });
      const first = aPostIn('draft');
      const second = aPostIn('draft');
      await fixture.posts.create(first, aContext({ idempotencyRecord }));

      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toMatchObject({
        id: idempotencyRecord.id,
      });
      await expect(fixture.posts.create(second, aContext({ idempotencyRecord }))).rejects.toBeInstanceOf(
        DuplicateRequestError,
      );
      expect(await found(second)).toBeUndefined();
    });
  });

  describe('save', () => {
    it('replaces the whole post', async () => {
      const before = await created('scheduled', { tags: [1, 2], versions: VERSIONS, keptInstant: true });
      const { workspaceId, id, createdAt } = before;
      const after = { ...aPostIn('draft', { workspaceId, id, createdAt }), revision: 2, date: null };
      await fixture.posts.save(before, after, null, aContext());

      expect(await found(before)).toEqual(after);
    });

    it('rejects a post that was changed after the read, and keeps it', async () => {
      const before = await created();
      const first = edited(before, { tags: [1] });
      await fixture.posts.save(before, first, null, aContext());

      const second = fixture.posts.save(before, edited(before, { tags: [2] }), null, aContext());
      await expect(second).rejects.toBeInstanceOf(ConcurrentUpdateError);
      expect(await found(before)).toEqual(first);
    });

    it('rejects a post that is being published, read before or during its run', async () => {
      const running = await created('publishing', { revision: 2 });

      for (const read of [{ ...running, run: null, revision: 1 }, running]) {
        const late = fixture.posts.save(read, edited(read, { run: null }), null, aContext());
        await expect(late).rejects.toMatchObject(PUBLISHING);
      }
      expect(await found(running)).toEqual(running);
    });

    it('rejects a deleted post', async () => {
      const before = aPostIn('draft');

      await expect(fixture.posts.save(before, edited(before), null, aContext())).rejects.toBeInstanceOf(
        ConcurrentUpdateError,
      );
      expect(await found(before)).toBeUndefined();
    });

    it('records the event with it, or neither', async () => {
      const before = await created();
      const { workspaceId } = before;
      const emitted = anEvent({ workspaceId });
      const uncommitted = anEvent({ workspaceId });
      const after = edited(before, { status: 'scheduled' });
      await fixture.posts.save(before, after, emitted, aContext());
      await expect(fixture.posts.save(before, after, uncommitted, aContext())).rejects.toBeInstanceOf(
        ConcurrentUpdateError,
      );

      expect(await fixture.events.find(emitted.id)).toMatchObject({ id: emitted.id });
      expect(await fixture.events.find(uncommitted.id)).toBeUndefined();
    });

    it('recognises its own write after a lost response', async () => {
      const before = await created();
      const context = aContext();
      const after = edited(before, { tags: [5] });
      await fixture.posts.save(before, after, null, context);
      await fixture.posts.save(before, after, null, context);

      expect(await found(before)).toEqual(after);
    });

    it('stores the response with it', async () => {
      const before = await created();
      const idempotencyRecord = anIdempotencyRecord({ expiresAt: secondsAfterNow(86_400) });
      await fixture.posts.save(before, edited(before), null, aContext({ idempotencyRecord }));
      const after = edited(before);

      const again = fixture.posts.save(after, edited(after), null, aContext({ idempotencyRecord }));
      await expect(again).rejects.toBeInstanceOf(DuplicateRequestError);
    });

    it('lets one of ten writers at the same revision win, and stores its post', async () => {
      const before = await created();
      const edits = Array.from({ length: 10 }, (_, index) => edited(before, { tags: [index + 1] }));
      const outcomes = await Promise.allSettled(
        edits.map((after) => fixture.posts.save(before, after, null, aContext())),
      );

      const winners = edits.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      expect(await found(before)).toEqual(winners[0]);
    });
  });

  describe('list', () => {
    const workspaceId = randomUUID();
    const STATES = [
      'draft',
      'scheduled',
      'published',
      'failed',
      'trashed',
      'publishing',
      'draft',
      'failed',
    ] as const;
    let posts: Post[];

    beforeAll(async () => {
      posts = STATES.map((state, index) => {
        const createdAt = secondsAfterNow(index);
        return aPostIn(state, { workspaceId, id: newId(createdAt), createdAt });
      });
      for (const post of posts) await fixture.posts.create(post, aContext());
      await created('draft');
    });

    async function places(filter: Partial<PostFilter>): Promise<number[]> {
      const rest = { trashed: false, order: 'desc', limit: 10, ...filter } as const;
      const listed = await fixture.posts.list(workspaceId, rest);
      expect(listed).toEqual(listed.map(({ id }) => posts.find((post) => post.id === id)));
      return listed.map(({ id }) => posts.findIndex((post) => post.id === id));
    }

    it.each([
      ['all but the trash, newest first', {}, [7, 6, 5, 3, 2, 1, 0]],
      ['the same, oldest first', { order: 'asc' }, [0, 1, 2, 3, 5, 6, 7]],
      ['drafts', { status: 'draft' }, [6, 0]],
      ['scheduled ones, including those being published', { status: 'scheduled' }, [5, 1]],
      ['published ones', { status: 'published' }, [2]],
      ['failed ones, oldest first', { status: 'failed', order: 'asc' }, [3, 7]],
      ['the trash', { trashed: true }, [4]],
      ['no more than the limit', { limit: 3 }, [7, 6, 5]],
      ['no more than the limit, oldest first', { limit: 3, order: 'asc' }, [0, 1, 2]],
    ] as const)('returns %s', async (_, filter, expected) => {
      expect(await places(filter)).toEqual(expected);
    });

    it.each([
      ['desc', [7, 6, 5, 3, 2, 1, 0]],
      ['asc', [0, 1, 2, 3, 5, 6, 7]],
    ] as const)('continues after any post, %s', async (order, expected) => {
      for (const [index, place] of expected.entries()) {
        expect(await places({ order, after: posts[place]?.id })).toEqual(expected.slice(index + 1));
      }
    });

    it('continues after a post that is not in the list', async () => {
      expect(await places({ after: posts[4]?.id })).toEqual([3, 2, 1, 0]);
    });

    it('finds a post under its current state', async () => {
      const before = await created('draft');
      const list = (filter: Partial<PostFilter>) =>
        fixture.posts.list(before.workspaceId, { trashed: false, order: 'desc', limit: 10, ...filter });
      const scheduled = edited(before, { status: 'scheduled' });
      await fixture.posts.save(before, scheduled, null, aContext());
      expect(await list({ status: 'draft' })).toEqual([]);
      expect(await list({ status: 'scheduled' })).toEqual([scheduled]);

      const trashed = edited(scheduled, { trashedAt: NOW });
      await fixture.posts.save(scheduled, trashed, null, aContext());
      expect(await list({})).toEqual([]);
      expect(await list({ trashed: true })).toEqual([trashed]);
    });

    it('returns more posts than one batch reads', async () => {
      const owner = randomUUID();
      const ids: string[] = [];
      for (let index = 0; index < 103; index += 1) {
        const createdAt = secondsAfterNow(index);
        const post = aPostIn('draft', { workspaceId: owner, id: newId(createdAt), createdAt });
        ids.unshift(post.id);
        await fixture.posts.create(post, aContext());
      }
      const listed = await fixture.posts.list(owner, { trashed: false, order: 'desc', limit: 103 });

      expect(listed.map(({ id }) => id)).toEqual(ids);
    });
  });

  describe('readPublications', () => {
    function aPublication({ id, workspaceId }: Post, run: number, accountId: number): Publication {
      return {
        postId: id,
        workspaceId,
        run,
        accountId,
        provider: 'sandbox',
        state: 'published',
        attempts: 1,
        lastAttemptAt: NOW,
        nextAttemptAt: null,
        uncounted: 0,
        unknownSince: null,
        digests: [],
        keyRun: { number: run, startedAt: NOW },
        remote: [{ id: 'a', url: null }],
        error: null,
        createdAt: NOW,
        finishedAt: secondsAfterNow(1),
      };
    }

    it('returns the newest run first, then by account', async () => {
      const post = await created('published');
      const publications = [
        aPublication(post, 11, 2),
        aPublication(post, 11, 10),
        { ...aPublication(post, 2, 1), error: { code: 'x', detail: 'y' }, remote: [], finishedAt: null },
      ];
      for (const publication of publications.toReversed()) await fixture.putPublication(publication);

      expect(await fixture.posts.readPublications(post.id)).toEqual(publications);
      expect(await fixture.posts.readPublications(newId(NOW))).toEqual([]);
    });

    it('omits the oldest beyond the size of a response', async () => {
      const post = await created('published');
      const runs = Array.from({ length: 4 }, (_, index) => 4 - index);
      const publications = runs.flatMap((run) =>
        Array.from({ length: 100 }, (_, index) => aPublication(post, run, index + 1)),
      );
      await Promise.all(publications.map((publication) => fixture.putPublication(publication)));

      expect(await fixture.posts.readPublications(post.id)).toEqual(publications.slice(0, 300));
    });
  });
});
