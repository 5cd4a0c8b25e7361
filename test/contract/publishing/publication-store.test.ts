import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '#shared/platform/core/change.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';
import { admitAttempt, afterAttempt } from '#shared/publishing/domain/publishing-attempt.ts';
import {
  decideScheduledJob,
  ended,
  newPublication,
  withoutPending,
} from '#shared/publishing/domain/publishing-run.ts';
import type { PublicationStore } from '#shared/publishing/ports/publication-store.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

function aChange(): Change {
  return aContext().change;
}

describeStores('PublicationStore', (fixture) => {
  let store: PublicationStore;
  beforeAll(async () => {
    store = fixture.publications;
  });
  /** A stored post that is scheduled for now, and the start of its run. */
  async function duePost(count = 2) {
    const accounts = Array.from({ length: count }, (_, index) => index + 1);
    const due = { at: NOW, seq: 1, timer: true };
    const post = aPostIn('scheduled', { accounts, due, scheduledAt: NOW });
    await fixture.posts.create(post, aContext());
    const job = { resource: 'post', id: post.id, workspaceId: post.workspaceId, seq: 1, dueAt: 0 } as const;
    const action = decideScheduledJob(post, job, NOW);
    if (action.kind !== 'start' || action.after.run === null) throw new Error('The post is due');
    const { after } = action;
    const { run } = action.after;
    return { post, after, publications: accounts.map((id) => newPublication(post, run, id, 'sandbox')) };
  }

  async function begun(count = 2): Promise<{ post: Post; publications: Publication[] }> {
    const { post, after, publications } = await duePost(count);
    await store.startRun(post, after, publications, aChange());
    return { post: after, publications };
  }

  function firstOf(publications: readonly Publication[]): Publication {
    const [first] = publications;
    if (!first) throw new Error('No publication');
    return first;
  }

  function claim(publication: Publication, at = NOW): Publication {
    const admission = admitAttempt(publication, publication.attempts + 1, at);
    if (admission.kind !== 'attempt') throw new Error(`It is ${admission.kind}`);
    return admission.claimed;
  }

  function publish(claimed: Publication): Publication {
    const done = [
      { id: 'remote-1', url: 'https://example.com/1' },
      { id: 'remote-2', url: null },
    ];
    return afterAttempt(claimed, { kind: 'published', done }, secondsAfterNow(2));
  }

  it('finds only posts of the workspace', async () => {
    const { post } = await duePost();

    expect(await store.find(post.workspaceId, post.id)).toEqual(post);
    expect(await store.find(randomUUID(), post.id)).toBeUndefined();
  });

  describe('start', () => {
    it('writes the run with a publication for each account', async () => {
      const { post, after, publications } = await duePost();

      expect(await store.startRun(post, after, publications, aChange())).toBe(true);
      expect(await store.find(post.workspaceId, post.id)).toEqual(after);
      expect(await store.readRun(post.id, 1)).toEqual(publications);
      expect(await store.readRun(post.id, 2)).toEqual([]);
      expect(await store.findPublication(post.id, 1, 2)).toEqual(publications[1]);
    });

    it('returns true once, whatever other writers try at the same time', async () => {
      const { post, after, publications } = await duePost();
      const tries = [1, 2, 3].map(() => store.startRun(post, after, publications, aChange()));

      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    });

    it('returns false and writes nothing if the post was edited', async () => {
      const { post, after, publications } = await duePost();
      await fixture.posts.save(post, { ...post, tags: [9], revision: 2 }, null, aContext());

      expect(await store.startRun(post, after, publications, aChange())).toBe(false);
      expect(await store.readRun(post.id, 1)).toEqual([]);
      expect(await store.find(post.workspaceId, post.id)).toMatchObject({ tags: [9], run: null });
    });

    it('accepts a hundred accounts; one without its publication can still be attempted', async () => {
      const { post, publications } = await begun(100);
      const written = await store.readRun(post.id, 1);
      const last = publications.at(-1);
      if (!last) throw new Error('No publication');

      expect(written.map(({ accountId }) => accountId)).toEqual(Array.from({ length: 99 }, (_, i) => i + 1));
      expect(await store.saveAttempt(last, claim(last))).toBe(true);
      expect(await store.saveAttempt(last, claim(last))).toBe(false);
      expect(await store.readRun(post.id, 1)).toHaveLength(100);
    });

    it('blocks any other edit of the post', async () => {
      const { post } = await begun();
      const edited = { ...post, tags: [1], revision: post.revision + 1 };

      await expect(fixture.posts.save(post, edited, null, aContext())).rejects.toMatchObject({
        code: 'post_publishing',
      });
    });
  });

  describe('note', () => {
    it('lets one of two runs claim an attempt', async () => {
      const { publications } = await begun();
      const first = firstOf(publications);
      const claims = await Promise.all(
        [1, 2].map((at) => store.saveAttempt(first, claim(first, secondsAfterNow(at)))),
      );

      expect(claims.filter(Boolean)).toHaveLength(1);
    });

    it('distinguishes the steps of an attempt', async () => {
      const { publications } = await begun();
      const first = firstOf(publications);
      const claimed = claim(first);
      const retry = {
        kind: 'retry',
        done: [{ id: 'remote-1', url: null }],
        error: { code: 'rate_limited', detail: 'Later.' },
        notBefore: null,
        unknown: true,
      } as const;
      const waiting = afterAttempt(claimed, retry, secondsAfterNow(3));
      await store.saveAttempt(first, claimed);

      expect(await store.saveAttempt(first, claimed)).toBe(false);
      expect(await store.saveAttempt(claimed, waiting)).toBe(true);
      expect(await store.saveAttempt(claimed, waiting)).toBe(false);
      expect(await store.findPublication(first.postId, 1, first.accountId)).toEqual(waiting);
      expect(await store.saveAttempt(waiting, claim(waiting, secondsAfterNow(60)))).toBe(true);
    });
  });

  describe('finish', () => {
    it('ends an account and keeps the run for the others', async () => {
      const { post, publications } = await begun();
      const first = firstOf(publications);
      const claimed = claim(first);
      await store.saveAttempt(first, claimed);
      const after = withoutPending(post, first.accountId);

      const step = { before: post, after, event: null };
      expect(await store.finishAccount(claimed, publish(claimed), step, aChange())).toBe(true);
      expect(await store.findPublication(post.id, 1, first.accountId)).toEqual(publish(claimed));
      expect(await store.find(post.workspaceId, post.id)).toEqual(after);
    });

    it('ends the run with the last account, and records the event with it', async () => {
      const { post, publications } = await begun(1);
      const first = firstOf(publications);
      const after = ended(post, [first.accountId], secondsAfterNow(5));
      const event = anEvent({ workspaceId: post.workspaceId });
      const error = { code: 'account_not_connected', detail: 'It is not connected.' };
      const failed = { ...first, state: 'failed', error, finishedAt: secondsAfterNow(5) } as const;

      expect(await store.finishAccount(first, failed, { before: post, after, event }, aChange())).toBe(true);
      expect(await store.find(post.workspaceId, post.id)).toEqual(after);
      expect(await store.findPublication(post.id, 1, first.accountId)).toEqual(failed);
      expect(await fixture.events.find(event.id)).toMatchObject({ id: event.id });
    });

    it('returns true once, for two that end the same account and for two that end different ones', async () => {
      const { post, publications } = await begun(2);
      const steps = publications.map((publication) => {
        const step = { before: post, after: withoutPending(post, publication.accountId), event: null };
        return [publication, publish(claim(publication)), step] as const;
      });
      const [first, second] = steps;
      if (!first || !second) throw new Error('Two accounts');
      const writes = await Promise.all(
        [first, first, second].map(([before, after, step]) =>
          store.finishAccount(before, after, step, aChange()),
        ),
      );

      expect(writes.filter(Boolean)).toHaveLength(1);
      expect((await store.find(post.workspaceId, post.id))?.run?.pending).toHaveLength(1);
    });
  });

  it('writes only the revision of the post that was read', async () => {
    const { post } = await begun();
    const due = { at: secondsAfterNow(1200), seq: 3, timer: false };
    const after = { ...post, due, dueSeq: 3, revision: post.revision + 1 };

    expect(await store.savePost({ before: post, after, event: null }, aChange())).toBe(true);
    expect(await store.savePost({ before: post, after, event: null }, aChange())).toBe(false);
    expect(await store.find(post.workspaceId, post.id)).toEqual(after);
  });
});
