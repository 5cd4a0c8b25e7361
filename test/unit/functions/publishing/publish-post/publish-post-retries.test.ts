import { describe, expect, it } from 'vitest';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { retry } from '#test/support/fakes/publishing/scripted-network.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { createPublishingWorld, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';

const world = forEachTest(createPublishingWorld);
/** Delivers the job of the post and lets everything that follows happen. */
async function publish(post: Post): Promise<Post> {
  await world.receive(toScheduledJob(post));
  return world.settle(post);
}

describe('publish-post, retries', () => {
  it('run after 30 seconds, 2 minutes and 8 minutes, five attempts in all', async () => {
    const post = await world.duePost(1);
    const times: number[] = [];
    const busy = () => {
      times.push((world.clock().getTime() - NOW.getTime()) / 1000);
      return retry('rate_limited');
    };
    world.network.script(busy, busy, busy, busy, busy);
    const end = await publish(post);

    expect(times).toEqual([0, 30, 150, 630, 1110]);
    expect(end).toMatchObject({ status: 'failed', retryAccounts: [1] });
    expect(await world.publicationsOf(post)).toMatchObject([
      { attempts: 5, error: { code: 'rate_limited' }, nextAttemptAt: null },
    ]);
    expect(world.events()).toHaveLength(1);
  });

  it('continue after what the network has confirmed, and keep the time since when the rest is unknown', async () => {
    const content = ['One', 'Two', 'Three'].map((body) => ({ body, url: null, media: [] }));
    const post = await world.duePost(1, {
      versions: [{ accountId: 0, isOriginal: true, content, options: {} }],
    });
    const one = [{ id: 'remote-1', url: null }];
    world.network.script(
      () => retry('network_unavailable', { done: one, unknown: true }),
      () => retry('rate_limited', { done: one }),
    );
    await publish(post);

    expect(world.network.requests).toMatchObject([
      { done: [], unknownSince: null },
      { done: one, unknownSince: NOW },
      { done: one, unknownSince: NOW },
    ]);
    expect(await world.publicationsOf(post)).toMatchObject([
      { state: 'published', remote: [...one, {}, {}], unknownSince: null, error: null },
    ]);
  });

  it('are not counted for a thread that progressed until the time was up', async () => {
    const content = Array.from({ length: 8 }, (_, index) => ({ body: `${index}`, url: null, media: [] }));
    const versions = [{ accountId: 0, isOriginal: true, content, options: {} }];
    const post = await world.duePost(1, { versions });
    const slow = (grows: number) => (request: PublishRequest) => {
      const grown = Array.from({ length: grows }, () => ({ id: 'remote', url: null }));
      return retry('attempt_too_long', { done: [...request.done, ...grown] });
    };
    world.network.script(...Array.from({ length: 6 }, () => slow(1)));
    const end = await publish(post);

    expect(end.status).toBe('published');
    expect(await world.publicationsOf(post)).toMatchObject([{ attempts: 7, uncounted: 6 }]);
    expect(world.clock()).toEqual(secondsAfterNow(6 * 30));

    const stuck = await world.duePost(1, { versions });
    world.network.script(...Array.from({ length: 5 }, () => slow(0)));
    expect((await publish(stuck)).status).toBe('failed');
  });

  it('wait as long as the network requires, in chained delays that a queue supports', async () => {
    const post = await world.duePost(1);
    world.network.script(() => retry('rate_limited', { notBefore: secondsAfterNow(2000) }));
    await world.receive(toScheduledJob(post));
    await world.step();
    const hops: number[] = [];
    while (world.network.requests.length < 2) {
      hops.push(((world.queue.waiting[0]?.at ?? 0) - NOW.getTime()) / 1000);
      await world.step();
    }

    expect(hops).toEqual([900, 1800, 2000]);
    expect((await world.settle(post)).status).toBe('published');
  });

  it('end if the network demands more than an hour', async () => {
    const post = await world.duePost(1);
    world.network.script(() => retry('rate_limited', { notBefore: secondsAfterNow(3601) }));

    expect(await publish(post)).toMatchObject({ status: 'failed' });
    expect(await world.publicationsOf(post)).toMatchObject([
      { attempts: 1, error: { code: 'rate_limited' } },
    ]);
  });

  it('end as unknown if the network may have the post after the last attempt', async () => {
    const post = await world.duePost(1);
    const lost = () => retry('network_unavailable', { unknown: true });
    world.network.script(
      lost,
      () => retry(),
      () => retry(),
      () => retry(),
      () => retry(),
    );
    await publish(post);

    expect(await world.publicationsOf(post)).toMatchObject([
      { state: 'failed', error: { code: 'outcome_unknown' }, unknownSince: NOW },
    ]);
  });
});
