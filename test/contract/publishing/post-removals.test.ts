import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { requestPostRemoval } from '#shared/publishing/domain/deletion/post-removal.ts';
import {
  afterRun,
  claimedOutcome,
  whileAttempting,
  withOutcome,
} from '#shared/publishing/domain/deletion/removal-attempt.ts';
import { trashPost } from '#shared/publishing/domain/deletion/trash-post.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { newPublication } from '#shared/publishing/domain/publishing-run.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anOutcome, aPublication, aRemoval } from '#test/support/builders/publishing/removal-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

describeStores('PostRemovals', (fixture) => {
  async function created(overrides: Partial<Post> = {}) {
    const post = aPostIn('published', { runs: 1, ...overrides });
    await fixture.posts.create(post, aContext());
    const { id, workspaceId } = post;
    return { post, removal: aRemoval({ id, workspaceId }) };
  }

  const read = ({ workspaceId, id }: Pick<Post, 'id' | 'workspaceId'>) =>
    fixture.postRemovals.find(workspaceId, id);
  const change = () => aContext().change;

  it('start with the deletion of the post, and outlive it', async () => {
    const { post, removal } = await created();
    const request = { before: undefined, after: removal };
    await fixture.trash.deletePosts([{ before: post, after: null, removal: request }], null, aContext());

    expect(await read(post)).toEqual(removal);
    expect(await fixture.posts.find(post.workspaceId, post.id)).toBeUndefined();
    expect(await fixture.postRemovals.find(randomUUID(), post.id)).toBeUndefined();
  });

  it('start with the trash, or without any change of the post', async () => {
    const trashed = await created();
    const kept = await created();
    const after = trashPost(trashed.post, NOW) ?? null;
    for (const [{ post, removal }, result] of [
      [trashed, after],
      [kept, kept.post],
    ] as const) {
      const request = { before: undefined, after: removal };
      await fixture.trash.deletePosts([{ before: post, after: result, removal: request }], null, aContext());

      expect(await read(post)).toEqual(removal);
      expect(await fixture.posts.find(post.workspaceId, post.id)).toEqual(result);
    }
  });

  it('do not start if the post was changed, or is being published', async () => {
    const changed = await created();
    await fixture.posts.save(changed.post, { ...changed.post, revision: 2 }, null, aContext());
    const running = await created({
      status: 'scheduled',
      run: { number: 1, startedAt: NOW, accounts: [1], pending: [1] },
    });
    const start = ({ post, removal }: typeof changed) =>
      fixture.trash.deletePosts(
        [{ before: post, after: post, removal: { before: undefined, after: removal } }],
        null,
        aContext(),
      );

    await expect(start(changed)).rejects.toThrow(ConcurrentUpdateError);
    await expect(start(running)).rejects.toMatchObject({ code: 'post_publishing' });
    expect([await read(changed.post), await read(running.post)]).toEqual([undefined, undefined]);
  });

  it('accept one of two requests for the same state', async () => {
    const { post, removal } = await created();
    const first = { before: post, after: post, removal: { before: undefined, after: removal } };
    await fixture.trash.deletePosts([first], null, aContext());

    await expect(fixture.trash.deletePosts([first], null, aContext())).rejects.toThrow(ConcurrentUpdateError);
    const second = { ...removal, mode: 'social_only', dueSeq: 2 } as const;
    const repeated = { before: post, after: post, removal: { before: removal, after: second } };
    await fixture.trash.deletePosts([repeated], null, aContext());
    expect(await read(post)).toEqual({ ...second, due: removal.due });
  });

  it('store their progress, to the end', async () => {
    const { post, removal } = await created();
    const request = { before: undefined, after: removal };
    await fixture.trash.deletePosts([{ before: post, after: post, removal: request }], null, aContext());
    const claimed = whileAttempting(withOutcome(removal, claimedOutcome(anOutcome())), secondsAfterNow(1));
    const error = { code: 'rate_limited', detail: 'Later.' };
    const waiting = afterRun(
      withOutcome(claimed, anOutcome({ attempts: 1, error, nextAttemptAt: secondsAfterNow(30) })),
      secondsAfterNow(2),
    );
    const end = anOutcome({ attempts: 2, left: 0, state: 'removed', finishedAt: secondsAfterNow(40) });
    const steps = [removal, claimed, waiting, afterRun(withOutcome(waiting, end), secondsAfterNow(40))];
    for (const [index, after] of steps.slice(1).entries()) {
      expect(await fixture.postRemovals.advance(steps[index] ?? removal, after, change())).toBe(true);
      expect(await read(post)).toEqual(after);
    }
  });

  it('accept one of two steps for the same state', async () => {
    const { post, removal } = await created();
    const request = { before: undefined, after: removal };
    await fixture.trash.deletePosts([{ before: post, after: post, removal: request }], null, aContext());
    const first = whileAttempting(removal, secondsAfterNow(1));
    await fixture.postRemovals.advance(removal, first, change());

    expect(await fixture.postRemovals.advance(removal, afterRun(removal, NOW), change())).toBe(false);
    expect(await read(post)).toEqual(first);
  });

  it('are planned from every publication of the post, more than a page has', async () => {
    const { post } = await created();
    const runs = Array.from({ length: 30 }, (_, index) => index + 1);
    for (const run of runs) {
      const url = `https://example.com/${'x'.repeat(2000)}`;
      const remote = Array.from({ length: 20 }, (_, index) => ({ id: `${run}-${index}`, url }));
      await fixture.putPublication(aPublication(post, { run, remote }));
    }
    const publications = await fixture.trash.readPublications(post.id);

    expect(publications.map(({ run }) => run).toSorted((a, b) => a - b)).toEqual(runs);
    const fresh = newPublication(post, { number: 1, startedAt: NOW }, 1, 'sandbox');
    expect(Object.keys(publications[0] ?? {}).toSorted()).toEqual(Object.keys(fresh).toSorted());
    const planned = requestPostRemoval(post, 'social_only', publications, { earlier: undefined, now: NOW });
    expect(planned?.after.accounts[0]?.remote).toHaveLength(600);
  });
});
