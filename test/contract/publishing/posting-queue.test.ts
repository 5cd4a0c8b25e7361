import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import {
  defaultQueue,
  type PostingQueue,
  type QueueSlot,
  withSlots,
} from '#shared/publishing/domain/posting-queue.ts';
import { SlotTakenError } from '#shared/publishing/ports/posting-queue.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { aPostIn, DATED } from '#test/support/fixtures/publishing/post-states.ts';

const LATER = new Date('2026-06-03T13:00:00.000Z');
const END = new Date('2026-06-30T00:00:00.000Z');

describeStores('PostingQueueStore', (fixture) => {
  function queued(workspaceId: string, at: Date = DATED, overrides: Partial<Post> = {}): Post {
    const due = { at, seq: 1, timer: true };
    return aPostIn('scheduled', { workspaceId, scheduledAt: at, due, queued: true, ...overrides });
  }

  function edited(before: Post, fields: Partial<Post>): Post {
    return { ...before, ...fields, revision: before.revision + 1 };
  }

  function changed(queue: PostingQueue, slots: readonly QueueSlot[]): PostingQueue {
    const after = withSlots(queue, slots);
    if (!after) throw new Error('The slots are the same');
    return after;
  }

  async function timesOf(workspaceId: string): Promise<[string, string][]> {
    const times = await fixture.postingQueue.scheduledTimes(workspaceId, NOW, END);
    return [...times].map(([at, post]) => [new Date(at).toISOString(), post]);
  }

  describe('slots', () => {
    it('are those of weekdays until they are changed', async () => {
      const workspaceId = randomUUID();

      expect(await fixture.postingQueue.find(workspaceId)).toEqual(defaultQueue(workspaceId));
      expect(defaultQueue(workspaceId).slots).toHaveLength(15);
    });

    it('are replaced once by two concurrent changes', async () => {
      const before = await fixture.postingQueue.find(randomUUID());
      const after = changed(before, [{ weekday: 'sunday', time: '10:00' }]);
      await fixture.postingQueue.save(before, after, aContext());

      await expect(fixture.postingQueue.save(before, changed(before, []), aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await fixture.postingQueue.find(before.workspaceId)).toEqual(after);
      await fixture.postingQueue.save(after, changed(after, []), aContext());
      expect((await fixture.postingQueue.find(before.workspaceId)).slots).toEqual([]);
    });
  });

  describe('scheduled times', () => {
    it('follow a post that is created, moved, unscheduled and scheduled by hand', async () => {
      const post = queued(randomUUID());
      await fixture.posts.create(post, aContext());
      expect(await timesOf(post.workspaceId)).toEqual([[DATED.toISOString(), post.id]]);

      const moved = edited(post, { due: { at: LATER, seq: 2, timer: true }, queued: false });
      await fixture.posts.save(post, moved, null, aContext());
      expect(await timesOf(post.workspaceId)).toEqual([[LATER.toISOString(), post.id]]);

      const draft = edited(moved, { status: 'draft', due: null });
      await fixture.posts.save(moved, draft, null, aContext());
      expect(await timesOf(post.workspaceId)).toEqual([]);
    });

    it('end with the range, at both ends inclusive', async () => {
      const workspaceId = randomUUID();
      await fixture.posts.create(queued(workspaceId, DATED), aContext());
      await fixture.posts.create(queued(workspaceId, LATER), aContext());

      expect([...(await fixture.postingQueue.scheduledTimes(workspaceId, DATED, LATER)).keys()]).toHaveLength(
        2,
      );
      const [before, after] = [new Date(DATED.getTime() + 1), new Date(LATER.getTime() - 1)];
      expect([...(await fixture.postingQueue.scheduledTimes(workspaceId, before, after)).keys()]).toEqual([]);
      expect(await timesOf(randomUUID())).toEqual([]);
    });

    it('are released by the trash and by a deletion', async () => {
      const [first, second] = [queued(randomUUID()), queued(randomUUID(), LATER)];
      for (const post of [first, second]) await fixture.posts.create(post, aContext());
      const trashed = edited(first, { trashedAt: NOW, due: null, queued: false });
      await fixture.trash.deletePosts([{ before: first, after: trashed }], null, aContext());
      await fixture.trash.deletePosts([{ before: second, after: null }], null, aContext());

      expect(await timesOf(first.workspaceId)).toEqual([]);
      expect(await timesOf(second.workspaceId)).toEqual([]);
    });

    it('do not contain the watchdog of a post that is being published', async () => {
      const post = aPostIn('publishing', { due: { at: DATED, seq: 2, timer: false } });
      await fixture.posts.create(post, aContext());

      expect(await timesOf(post.workspaceId)).toEqual([]);
    });
  });

  describe('a slot', () => {
    it('belongs to one queued post, and to any number that were scheduled by hand', async () => {
      const workspaceId = randomUUID();
      const [first, second] = [queued(workspaceId), queued(workspaceId)];
      await fixture.posts.create(queued(workspaceId, DATED, { queued: false }), aContext());
      await fixture.posts.create(first, aContext());
      await fixture.posts.create(queued(workspaceId, DATED, { queued: false }), aContext());

      await expect(fixture.posts.create(second, aContext())).rejects.toThrow(SlotTakenError);
      expect(await fixture.posts.find(workspaceId, second.id)).toBeUndefined();
    });

    it('is free again after its post has left it', async () => {
      const workspaceId = randomUUID();
      const [first, second] = [queued(workspaceId), queued(workspaceId, LATER)];
      for (const post of [first, second]) await fixture.posts.create(post, aContext());
      const moved = edited(second, { due: { at: DATED, seq: 2, timer: true } });
      await expect(fixture.posts.save(second, moved, null, aContext())).rejects.toThrow(SlotTakenError);

      await fixture.posts.save(
        first,
        edited(first, { status: 'draft', due: null, queued: false }),
        null,
        aContext(),
      );
      await fixture.posts.save(second, moved, null, aContext());
      expect(await timesOf(workspaceId)).toEqual([[DATED.toISOString(), second.id]]);
    });

    it('is won by one of many posts at once', async () => {
      const workspaceId = randomUUID();
      const rivals = Array.from({ length: 8 }, () => queued(workspaceId));
      const results = await Promise.allSettled(rivals.map((post) => fixture.posts.create(post, aContext())));

      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('stays with its post in an edit at the same time', async () => {
      const post = queued(randomUUID());
      await fixture.posts.create(post, aContext());
      await fixture.posts.save(
        post,
        edited(post, { tags: [1], updatedAt: secondsAfterNow(1) }),
        null,
        aContext(),
      );

      expect(await timesOf(post.workspaceId)).toEqual([[DATED.toISOString(), post.id]]);
    });
  });
});
