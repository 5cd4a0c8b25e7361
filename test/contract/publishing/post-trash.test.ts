import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { trashPost } from '#shared/publishing/domain/deletion/trash-post.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { ended, newPublication } from '#shared/publishing/domain/publishing-run.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { A_TEXT, aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

describeStores('PostTrash', (fixture) => {
  async function created(overrides: Partial<Post> = {}): Promise<Post> {
    const post = aPostIn('draft', overrides);
    await fixture.posts.create(post, aContext());
    return post;
  }

  async function severalIn(workspaceId: string, count: number): Promise<Post[]> {
    return Promise.all(Array.from({ length: count }, () => created({ workspaceId })));
  }

  const read = ({ workspaceId, id }: Post) => fixture.posts.find(workspaceId, id);
  const forGood = (before: Post) => ({ before, after: null });

  function trashed(before: Post) {
    const after = trashPost(before, secondsAfterNow(60));
    if (!after) throw new Error('It is in the trash');
    return { before, after };
  }

  describe('findAll', () => {
    it('returns posts of the workspace in the order of their ids, and omits the rest', async () => {
      const workspaceId = randomUUID();
      const [a, b] = [await created({ workspaceId }), await created({ workspaceId })];
      const foreign = await created();

      expect(await fixture.trash.findAll(workspaceId, [b.id, newId(NOW), foreign.id, a.id])).toEqual([b, a]);
      expect(await fixture.trash.findAll(workspaceId, [])).toEqual([]);
    });

    it('finds more than one batch reads', async () => {
      const workspaceId = randomUUID();
      const posts = await severalIn(workspaceId, 120);
      const ids = posts.map(({ id }) => id);

      expect(await fixture.trash.findAll(workspaceId, ids)).toEqual(posts);
    });
  });

  describe('discard', () => {
    it('permanently deletes posts and records the event with them', async () => {
      const posts = await severalIn(randomUUID(), 49);
      const event = anEvent();
      await fixture.trash.deletePosts(posts.map(forGood), event, aContext());

      expect(await Promise.all(posts.map(read))).toEqual(posts.map(() => undefined));
      expect(await fixture.events.find(event.id)).toEqual(event);
    });

    it('moves posts to the trash, as many as fit into one transaction with their event', async () => {
      const posts = await severalIn(randomUUID(), 99);
      await fixture.trash.deletePosts(posts.map(trashed), anEvent(), aContext());

      expect(await Promise.all(posts.map(read))).toEqual(posts.map((post) => trashed(post).after));
    });

    it('does all or nothing when one of them was changed', async () => {
      const [kept, edited] = await severalIn(randomUUID(), 2);
      if (!kept || !edited) throw new Error('Two posts are needed');
      const after = { ...edited, revision: 2 };
      await fixture.posts.save(edited, after, null, aContext());
      const event = anEvent();
      const deletions = [forGood(kept), forGood(edited)];

      await expect(fixture.trash.deletePosts(deletions, event, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect([await read(kept), await read(edited)]).toEqual([kept, after]);
      expect(await fixture.events.find(event.id)).toBeUndefined();
    });

    it('reports a deleted post as lost to another writer', async () => {
      const post = await created();
      await fixture.trash.deletePosts([forGood(post)], null, aContext());

      for (const deletion of [forGood(post), trashed(post)])
        await expect(fixture.trash.deletePosts([deletion], null, aContext())).rejects.toThrow(
          ConcurrentUpdateError,
        );
    });

    it('reports a post that is being published', async () => {
      const run = { number: 1, startedAt: NOW, accounts: [1], pending: [1] };
      const post = await created({ status: 'scheduled', run, runs: 1 });

      const asRead = { ...post, run: null };

      for (const deletion of [forGood(asRead), trashed(asRead)])
        await expect(fixture.trash.deletePosts([deletion], null, aContext())).rejects.toThrow(
          expect.objectContaining({ code: 'post_publishing' }),
        );
      expect(await read(post)).toEqual(post);
    });

    it('runs once when its response is lost and it is sent again', async () => {
      const post = await created();
      const context = aContext();
      await fixture.trash.deletePosts([trashed(post)], null, context);
      await fixture.trash.deletePosts([trashed(post)], null, context);

      expect((await read(post))?.revision).toBe(2);
    });

    it('deletes the publications of a post as well', async () => {
      const planned = await created({ status: 'scheduled' });
      const run = { number: 1, startedAt: NOW, accounts: [1], pending: [1] };
      const going = { ...planned, run, runs: 1, revision: 2 };
      const publication = newPublication(planned, run, 1, 'sandbox');
      const { change } = aContext();
      expect(await fixture.publications.startRun(planned, going, [publication], change)).toBe(true);
      const published = { ...publication, state: 'published', finishedAt: NOW } as const;
      const step = { before: going, after: ended(going, [], NOW), event: null };
      expect(await fixture.publications.finishAccount(publication, published, step, aContext().change)).toBe(
        true,
      );
      expect(await fixture.posts.readPublications(planned.id)).toHaveLength(1);

      await fixture.trash.deletePosts([trashed(step.after)], null, aContext());
      expect(await fixture.posts.readPublications(planned.id)).toHaveLength(1);
      await fixture.trash.deletePosts([forGood(trashed(step.after).after)], null, aContext());
      expect(await fixture.posts.readPublications(planned.id)).toEqual([]);
    });

    it('accepts 25 long posts, the limit of a batch', async () => {
      const content = [{ body: 'x'.repeat(100_000), url: null, media: [] }];
      const versions = A_TEXT.map((version) => ({ ...version, content }));
      const workspaceId = randomUUID();
      const posts = await Promise.all(Array.from({ length: 25 }, () => created({ workspaceId, versions })));
      await fixture.trash.deletePosts(posts.map(trashed), anEvent(), aContext());

      expect((await read(posts[24] ?? aPostIn('draft')))?.trashedAt).toEqual(secondsAfterNow(60));
    });
  });
});
