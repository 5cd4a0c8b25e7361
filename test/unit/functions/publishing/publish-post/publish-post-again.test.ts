import { describe, expect, it } from 'vitest';
import type { Post } from '#shared/publishing/domain/post.ts';
import { anOutcome, aRemoval } from '#test/support/builders/publishing/removal-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { rejected, retry } from '#test/support/fakes/publishing/scripted-network.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { createPublishingWorld, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';

const OUT = [{ id: 'remote-1', url: null }];
const content = ['One', 'Two'].map((body) => ({ body, url: null, media: [] }));
const THREAD = { versions: [{ accountId: 0, isOriginal: true, content, options: {} }] };

const world = forEachTest(createPublishingWorld);
async function publish(post: Post): Promise<Post> {
  await world.receive(toScheduledJob(post));
  return world.settle(post);
}

/** The network accepts the first post of a thread and rejects the second, for this many accounts. */
function rejectHalfway(times: number): void {
  world.network.script(...Array.from({ length: times }, () => () => ({ ...rejected('failed'), done: OUT })));
}

describe('publish-post, scheduled again', () => {
  it('continues where each account stopped, including accounts that do not fit into the first transaction', async () => {
    const post = await world.duePost(100, THREAD);
    rejectHalfway(100);
    expect((await publish(post)).status).toBe('failed');

    expect((await publish(await world.scheduleAgain(post))).status).toBe('published');
    const again = world.network.requests.slice(100);
    expect(again).toHaveLength(100);
    for (const { done } of again) expect(done).toEqual(OUT);
  });

  it('continues for an account that was left out in between, and starts for a new one', async () => {
    const post = await world.duePost(2, THREAD);
    rejectHalfway(2);
    await publish(post);
    const alone = await world.scheduleAgain(post, { accounts: [2], retryAccounts: [2] });
    expect((await publish(alone)).status).toBe('published');

    const whole = { accounts: [1, 2], status: 'draft', retryAccounts: null } as const;
    expect((await publish(await world.scheduleAgain(post, whole))).status).toBe('published');
    expect(world.network.requests.slice(3)).toMatchObject([
      { key: `${post.id}-3-1`, done: OUT },
      { key: `${post.id}-3-2`, done: [] },
    ]);
  });

  it('checks with the name of an earlier run what that run may have posted', async () => {
    const post = await world.duePost(1, THREAD);
    world.network.script(
      () => retry('network_unavailable', { unknown: true }),
      () => rejected('unauthorised'),
    );
    await publish(post);
    await world.reconnect(post);
    world.clock.advance(3600);
    await publish(await world.scheduleAgain(post));

    const [first, , third] = world.network.requests;
    expect(third).toMatchObject({ key: first?.key, startedAt: first?.startedAt });
    expect(third?.unknownSince).toEqual(first?.startedAt);
  });

  it('starts a thread again whose first post was removed from the network', async () => {
    const post = await world.duePost(1, THREAD);
    rejectHalfway(1);
    await publish(post);
    const outcome = anOutcome({ remote: ['remote-1'], left: 0, state: 'removed' });
    const { id, workspaceId } = post;
    const removal = aRemoval({ id, workspaceId, accounts: [outcome], due: null });
    world.fixture.core.postRemovals.set(withinWorkspace(workspaceId, id), removal);

    expect((await publish(await world.scheduleAgain(post))).status).toBe('published');
    expect(world.network.requests[1]).toMatchObject({ key: `${id}-2-1`, done: [] });
  });
});
