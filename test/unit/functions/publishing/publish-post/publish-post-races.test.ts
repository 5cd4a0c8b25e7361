import { beforeEach, describe, expect, it } from 'vitest';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { AccountJob } from '#shared/publishing/domain/publish-job.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { rejected, retry } from '#test/support/fakes/publishing/scripted-network.ts';
import {
  createPublishingWorld,
  toScheduledJob,
  type PublishingWorld,
} from '#test/support/fixtures/publishing/publishing-world.ts';

let world: PublishingWorld;
beforeEach(() => {
  world = createPublishingWorld();
});

/** Starts the run of a post and takes its attempts off the queue. */
async function started(count: number): Promise<{ post: Post; jobs: AccountJob[] }> {
  const post = await world.duePost(count);
  await world.receive(toScheduledJob(post));
  const jobs = world.queue.waiting.splice(0).map(({ job }) => job);
  return { post, jobs: jobs.filter((job): job is AccountJob => 'kind' in job) };
}

describe('publish-post, concurrently', () => {
  it('calls the network once for two messages of one attempt', async () => {
    const { post, jobs } = await started(1);
    const [job] = jobs;
    if (!job) throw new Error('No attempt');
    const handled = await Promise.all([world.receive(job), world.receive(job), world.receive(job)]);

    expect(handled.filter(Boolean)).toHaveLength(1);
    expect(world.network.requests).toHaveLength(1);
    expect(await world.settle(post)).toMatchObject({ status: 'published' });
    expect(await world.receive(job)).toBe(true);
    expect(world.network.requests).toHaveLength(1);
  });

  it('calls no network while an attempt is in progress, whatever message arrives', async () => {
    const { post, jobs } = await started(1);
    const [job] = jobs;
    if (!job) throw new Error('No attempt');
    const received: boolean[] = [];
    world.network.script(async () => {
      world.clock.advance(200);
      received.push(await world.receive(job), await world.receive({ ...job, attempt: 2 }));
      return retry();
    });
    await world.receive(job);

    expect(received).toEqual([false, false]);
    expect(world.network.requests).toHaveLength(1);
    expect((await world.settle(post)).status).toBe('published');
  });

  it('leaves the rest to the run that took over an attempt after its lease had expired', async () => {
    const { post, jobs } = await started(1);
    const [job] = jobs;
    if (!job) throw new Error('No attempt');
    world.network.script(async () => {
      world.clock.advance(300);
      await world.receive(job);
      return retry();
    });

    expect(await world.receive(job)).toBe(true);
    expect(world.queue.waiting).toEqual([]);
    expect(world.postOf(post)).toMatchObject({ status: 'published' });
    expect(await world.publicationsOf(post)).toMatchObject([{ state: 'published', attempts: 2 }]);
  });

  it('does not end an account while another run calls the network for it', async () => {
    const { post, jobs } = await started(1);
    const [job] = jobs;
    if (!job) throw new Error('No attempt');
    const late = async () => {
      world.clock.advance(300);
      // The run that took over is working on it when this one returns.
      const other = world.fixture.publications;
      const [publication] = await other.readRun(post.id, 1);
      if (!publication) throw new Error('No publication');
      await other.saveAttempt(publication, { ...publication, attempts: 2, lastAttemptAt: world.clock() });
      return rejected('failed');
    };
    world.network.script(late);

    expect(await world.receive(job)).toBe(true);
    expect(world.postOf(post).run).toMatchObject({ pending: [1] });
    expect(await world.publicationsOf(post)).toMatchObject([{ state: 'pending', attempts: 2 }]);
  });

  it('ends a post once if all accounts end at the same time', async () => {
    const { post, jobs } = await started(12);
    const handled = await Promise.all(jobs.map((job) => world.receive(job)));

    expect(handled.every(Boolean)).toBe(true);
    expect(world.postOf(post)).toMatchObject({ status: 'published', run: null });
    expect(world.events()).toHaveLength(1);
    expect(world.network.requests).toHaveLength(12);
  });

  it('starts with the whole of a concurrent edit, or with none of it', async () => {
    const post = await world.duePost(2);
    const edited = { ...post, accounts: [2], revision: post.revision + 1 };
    const { publications, posts } = world.fixture;
    let isEdited = false;
    const find = publications.find.bind(publications);
    publications.find = async (...args) => {
      const found = await find(...args);
      if (!isEdited) {
        isEdited = true;
        await posts.save(post, edited, null, aContext());
      }
      return found;
    };
    await world.receive(toScheduledJob(post));

    expect(world.postOf(post).run).toMatchObject({ accounts: [2] });
    expect((await world.settle(post)).status).toBe('published');
    expect(world.network.posts.size).toBe(1);
  });
});

describe('publish-post, lost messages', () => {
  it('are sent again by the watchdog, and only those, which then moves on', async () => {
    const { post, jobs } = await started(3);
    const [first, second, third] = jobs;
    if (!first || !second || !third) throw new Error('Three attempts');
    await world.receive(first);
    world.network.script(() => retry('rate_limited', { notBefore: secondsAfterNow(1800) }));
    await world.receive(second);
    world.queue.waiting.length = 0;
    world.clock.advance(400);
    await world.receive(toScheduledJob(world.postOf(post)));

    expect(world.queue.waiting.map(({ job }) => job)).toEqual([third]);
    expect(world.postOf(post).due).toEqual({ at: secondsAfterNow(580), seq: 3, timer: false });
  });

  it.each([
    ['after the start of the run', 0],
    ['during an attempt', 1],
  ])('cost about five minutes if the process died %s', async (_, attempts) => {
    const { post, jobs } = await started(1);
    for (const job of jobs.slice(0, attempts)) {
      world.network.script(() => Promise.reject(new Error('The process died')));
      await world.receive(job);
    }
    world.queue.waiting.length = 0;

    expect((await world.settle(post)).status).toBe('published');
    expect(world.clock().getTime()).toBeLessThan(secondsAfterNow(320).getTime());
  });

  it('are sent again for a wait that is long over', async () => {
    const { post, jobs } = await started(1);
    world.network.script(() => retry());
    for (const job of jobs) await world.receive(job);
    world.queue.waiting.length = 0;

    expect((await world.settle(post)).status).toBe('published');
    expect(await world.publicationsOf(post)).toMatchObject([{ attempts: 2 }]);
  });

  it('do not move the watchdog if the previous plan fired', async () => {
    const post = await world.duePost(1);
    await world.receive(toScheduledJob(post));
    world.queue.waiting.length = 0;
    await world.receive(toScheduledJob(post));

    expect(world.queue.waiting).toHaveLength(1);
    expect(world.postOf(post).due).toMatchObject({ seq: 2 });
  });

  it('plan again what their own attempt had planned', async () => {
    const { post, jobs } = await started(1);
    const [job] = jobs;
    if (!job) throw new Error('No attempt');
    world.network.script(() => retry());
    await world.receive(job);
    world.queue.waiting.length = 0;
    await world.receive(job);

    expect(world.queue.waiting).toMatchObject([{ job: { attempt: 2 }, at: NOW.getTime() + 30_000 }]);
    expect((await world.settle(post)).status).toBe('published');
  });
});

describe('publish-post, crashed at any call', () => {
  async function run(cut: { call: number; moment: 'before' | 'after' } | undefined) {
    world = createPublishingWorld();
    const post = await world.duePost(2);
    // Nothing shows whether a read was made, but a process can crash there too.
    world.network.script(() => retry(), 'post-and-lose');
    await world.queue.sendLater(toScheduledJob(post), 0);
    world.power.restore();
    if (cut) world.power.cutAt(cut.call, cut.moment);
    const end = await world.settle(post);
    return { post, end, calls: world.power.calls().length };
  }

  it('posts once to each account and emits the event once', async () => {
    const { calls } = await run(undefined);
    expect(calls).toBeGreaterThan(40);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls; call += 1) {
        const { post, end } = await run({ call, moment });

        expect(world.power.cuts(), `call ${call}`).toBe(1);
        expect(end, `${moment} call ${call}`).toMatchObject({ status: 'published', run: null, due: null });
        expect([...world.network.posts.keys()].toSorted()).toEqual([`${post.id}-1-1:0`, `${post.id}-1-2:0`]);
        expect(world.events().map(({ event }) => event)).toEqual(['publishing.post.published']);
        expect(world.dead).toEqual([]);
      }
    }
  });

  it('ends an account as unknown if every attempt crashes after the network call', async () => {
    world = createPublishingWorld();
    const post = await world.duePost(1);
    await world.receive(toScheduledJob(post));
    const die = () => Promise.reject(new Error('The process died'));
    world.network.script(die, die, die, die, die);
    const end = await world.settle(post);

    expect(end).toMatchObject({ status: 'failed', retryAccounts: [1] });
    expect(await world.publicationsOf(post)).toMatchObject([
      { attempts: 5, error: { code: 'outcome_unknown' }, unknownSince: NOW },
    ]);
    expect(world.network.requests.map(({ unknownSince }) => unknownSince)).toEqual([
      null,
      NOW,
      NOW,
      NOW,
      NOW,
    ]);
    expect(world.events()).toHaveLength(1);
  });
});
