import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Account } from '#shared/publishing/domain/account.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { retryPost } from '#shared/publishing/domain/schedule-post.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { rejected } from '#test/support/fakes/publishing/scripted-network.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { createPublishingWorld, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';

const ADA = { provider: 'mastodon', username: 'ada', server: 'https://mastodon.example.com' } as const;
const BOB = { ...ADA, username: 'bob' };

const world = forEachTest(createPublishingWorld);

/** A post that is due, for accounts that an earlier version connected. */
async function duePost(...connected: readonly Partial<Account>[]): Promise<Post> {
  const workspaceId = randomUUID();
  const accounts: number[] = [];
  for (const account of connected) accounts.push((await world.account({ workspaceId, ...account })).id);
  return world.duePost(0, { workspaceId, accounts });
}

async function publish(post: Post): Promise<Post> {
  await world.receive(toScheduledJob(post));
  return world.settle(post);
}

const statesOf = async (post: Post) =>
  (await world.publicationsOf(post)).map(({ run, accountId, state }) => `${run}/${accountId} ${state}`);

describe('a post to an account that was connected twice', () => {
  it('is published once, and says which account was skipped and why', async () => {
    const post = await duePost(ADA, BOB, ADA);
    const after = await publish(post);

    expect(after.status).toBe('published');
    expect(world.network.requests.map(({ key }) => key)).toEqual([`${post.id}-1-1`, `${post.id}-1-2`]);
    expect((await statesOf(post)).toSorted()).toEqual(['1/1 published', '1/2 published', '1/3 skipped']);
    const skipped = (await world.publicationsOf(post)).find(({ state }) => state === 'skipped');
    expect(skipped).toMatchObject({ attempts: 0, remote: [] });
    expect(skipped?.error).toEqual({
      code: 'same_account',
      detail: expect.stringContaining('Account 1 of the post is the same account'),
    });
    expect(world.events().map(({ event }) => event)).toEqual(['publishing.post.published']);
  });

  it('is published by the account that is connected', async () => {
    const post = await duePost({ ...ADA, status: 'disabled' }, ADA);

    expect((await publish(post)).status).toBe('published');
    expect((await statesOf(post)).toSorted()).toEqual(['1/1 skipped', '1/2 published']);
  });

  it('fails for both if the network rejects it, and is published once when it is scheduled again', async () => {
    const post = await duePost(ADA, ADA);
    world.network.script(() => rejected('failed'));
    const failed = await publish(post);
    expect([failed.status, failed.retryAccounts]).toEqual(['failed', [1, 2]]);

    expect((await publish(await world.scheduleAgain(post))).status).toBe('published');
    expect(world.network.requests).toHaveLength(2);
  });

  it('is published by the other account if the first one was removed from the post after it failed', async () => {
    const post = await duePost(ADA, ADA);
    world.network.script(() => rejected('failed'));
    const failed = await publish(post);
    const edits = { accounts: [2], retryAccounts: failed.retryAccounts };

    expect((await publish(await world.scheduleAgain(post, edits))).status).toBe('published');
    expect(world.network.requests.at(-1)?.key).toBe(`${post.id}-2-2`);
  });

  it('is finished for both by the retry of one', async () => {
    const post = await duePost(ADA, ADA);
    world.network.script(() => rejected('failed'));
    const before = await publish(post);
    const retried = retryPost(before, 2, { now: world.clock(), timezone: before.timezone, by: 'member' });
    await world.fixture.posts.save(before, retried, null, aContext());

    expect((await publish(retried)).status).toBe('published');
    expect(await statesOf(post)).toEqual(expect.arrayContaining(['2/1 skipped', '2/2 published']));
  });

  it('is not published again to an account that was added since', async () => {
    const post = await duePost(ADA, BOB, ADA);
    const first = await world.duePost(0, { workspaceId: post.workspaceId, accounts: [1, 2] });
    world.network.script('publish', () => rejected('failed'));
    const failed = await publish(first);
    expect(failed.retryAccounts).toEqual([2]);
    const edits = { accounts: [1, 2, 3], retryAccounts: [2, 3] };

    expect((await publish(await world.scheduleAgain(first, edits))).status).toBe('published');
    expect(await statesOf(first)).toEqual(expect.arrayContaining(['2/2 published', '2/3 skipped']));
  });

  it('is published to both accounts of the sandbox, and to accounts that only look alike', async () => {
    const sandbox = { provider: 'sandbox', username: 'sandbox' } as const;
    const other = { ...ADA, server: 'https://other.example.com' };
    const post = await duePost(sandbox, sandbox, ADA, other, { ...ADA, server: null });

    expect((await publish(post)).status).toBe('published');
    expect(world.network.requests).toHaveLength(5);
  });
});
