import { describe, expect, it } from 'vitest';
import type { Post, PostVersion, Publication } from '#shared/publishing/domain/post.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { blueskyFixture } from '#test/support/fixtures/publishing/bluesky-fixture.ts';
import { discordFixture } from '#test/support/fixtures/publishing/discord-fixture.ts';
import { linkedInFixture } from '#test/support/fixtures/publishing/linkedin-fixture.ts';
import { mastodonFixture } from '#test/support/fixtures/publishing/mastodon-fixture.ts';
import { NETWORKS } from '#test/support/fixtures/publishing/networks.ts';
import type { PublishingFixture } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { createPublishingWorld, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';
import { telegramFixture } from '#test/support/fixtures/publishing/telegram-fixture.ts';

/** Too long for every network. */
const TOO_LONG = 'x'.repeat(5000);
const MINUTE = 60;

function textsOf(...texts: readonly string[]): { readonly versions: readonly PostVersion[] } {
  const content = texts.map((body) => ({ body, url: null, media: [] }));
  return { versions: [{ accountId: 0, isOriginal: true, content, options: {} }] };
}

/** A post of one account on a network behind real sockets, and the publisher. */
async function open(start: () => Promise<PublishingFixture>, ...texts: readonly string[]) {
  const network = await start();
  const world = createPublishingWorld(network);
  const post = await world.duePost(1, textsOf(...texts));

  async function settle(): Promise<string> {
    return (await world.settle(post)).status;
  }

  async function run(due: Post): Promise<string> {
    await world.receive(toScheduledJob(due));
    return settle();
  }

  return {
    network,
    world,
    settle,
    first: () => run(post),

    /** Starts the first run and makes its first attempt. */
    async attempt(): Promise<void> {
      await world.receive(toScheduledJob(post));
      await world.step();
    },

    /** Reconnects the account if necessary, edits the post if it has new texts, and schedules it. */
    async again(...edited: readonly string[]): Promise<string> {
      await world.reconnect(post);
      return run(await world.scheduleAgain(post, edited.length === 0 ? {} : textsOf(...edited)));
    },

    async last(): Promise<Publication | undefined> {
      const [newest] = await world.publicationsOf(post);
      return newest;
    },

    heldTexts: () => network.held().map(({ text }) => text),
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };
}

/** Articles and LinkedIn have no threads. */
const THREADS = NETWORKS.filter(([name]) => !['wordpress', 'devto', 'linkedin'].includes(name));
/** The other networks forget a post before the lease of a crashed attempt ends. */
const REMEMBERING = NETWORKS.filter(([name]) => !['discord', 'telegram', 'linkedin'].includes(name));

describe.each(THREADS)(
  'a failed post that is scheduled again, on %s',
  (_, start: () => Promise<PublishingFixture>) => {
    it('continues after the published part of its thread', async () => {
      await using post = await open(start, 'One', TOO_LONG, 'Three');
      expect(await post.first()).toBe('failed');
      expect(post.heldTexts()).toEqual(['One']);

      expect(await post.again()).toBe('failed');
      expect(post.heldTexts()).toEqual(['One']);
      expect(await post.again('One', 'Two', 'Three')).toBe('published');

      expect(post.network.held()).toEqual([
        { text: 'One', responses: null },
        { text: 'Two', responses: 0 },
        { text: 'Three', responses: 1 },
      ]);
      expect((await post.last())?.remote).toHaveLength(3);
    });

    it('is published again from the first post that was edited', async () => {
      await using post = await open(start, 'One', 'Two', TOO_LONG);
      expect(await post.first()).toBe('failed');

      expect(await post.again('One', 'Two, better', 'Three')).toBe('published');
      expect(post.network.held()).toEqual([
        { text: 'One', responses: null },
        { text: 'Two', responses: 0 },
        { text: 'Two, better', responses: 0 },
        { text: 'Three', responses: 2 },
      ]);
      expect(post.world.log.lines.map(({ code }) => code)).toContain('THREAD_EDITED');
    });
  },
);

describe.each(NETWORKS)(
  'a failed post without a known outcome, on %s',
  (_, start: () => Promise<PublishingFixture>) => {
    it('is published with its new text if it was edited while its outcome was unknown', async () => {
      await using post = await open(start, 'Hello');
      post.network.server.plan(post.network.posting, 'taken_error');
      await post.attempt();
      post.network.revoke();
      await post.settle();
      post.network.reinstate();

      expect(await post.again('Hello again')).toBe('published');
      expect(post.heldTexts()).toEqual(['Hello', 'Hello again']);
    });
  },
);

describe.each(REMEMBERING)(
  'a post with an unknown outcome that is scheduled again, on %s',
  (_, start: () => Promise<PublishingFixture>) => {
    it('exists once if the response to it was lost before its credentials were rejected', async () => {
      await using post = await open(start, 'Hello');
      post.network.server.plan(post.network.posting, 'taken_error');
      await post.attempt();
      post.network.revoke();

      expect(await post.settle()).toBe('failed');
      expect(await post.last()).toMatchObject({
        unknownSince: NOW,
        error: { code: 'outcome_unknown', detail: expect.stringContaining('credentials_refused') },
      });
      post.network.reinstate();
      post.world.clock.advance(40 * MINUTE);

      expect(await post.again()).toBe('published');
      expect(post.heldTexts()).toEqual(['Hello']);
    });
  },
);

describe('a thread of which the response to one post was lost', () => {
  it('exists once on Bluesky, over two runs that never get a response', async () => {
    await using post = await open(blueskyFixture, 'One', 'Two');
    post.network.server.plan(post.network.posting, 'fine', 'taken_error', ...Array(4).fill('error_before'));
    await post.attempt();
    expect(await post.settle()).toBe('failed');
    post.network.revoke();
    expect(await post.again()).toBe('failed');
    post.network.reinstate();

    expect(await post.again()).toBe('published');
    expect(post.heldTexts()).toEqual(['One', 'Two']);
  });

  it('exists once on Mastodon, whose list of posts shows it before it is sent again', async () => {
    await using post = await open(mastodonFixture, 'One', 'Two');
    post.network.server.plan(post.network.posting, 'fine', 'taken_error', ...Array(4).fill('error_before'));
    await post.attempt();

    expect(await post.settle()).toBe('published');
    expect(post.heldTexts()).toEqual(['One', 'Two']);
  });
});

// Bluesky, WordPress and dev.to never forget a post.
describe.each([
  ['mastodon', mastodonFixture],
  ['discord', discordFixture],
  ['telegram', telegramFixture],
  ['linkedin', linkedInFixture],
] as const)('a post with an unknown outcome, on %s', (_, start: () => Promise<PublishingFixture>) => {
  it('is published if a person decides so after the time in which it could have been recognised', async () => {
    await using post = await open(start, 'Hello');
    post.network.server.plan(post.network.posting, 'error_before');
    await post.attempt();
    post.network.revoke();
    await post.settle();
    post.network.reinstate();
    post.world.clock.advance(60 * MINUTE);

    expect(await post.again()).toBe('published');
    expect(post.heldTexts()).toEqual(['Hello']);
  });
});

it.each([
  ['discord', discordFixture],
  ['telegram', telegramFixture],
  ['linkedin', linkedInFixture],
] as const)(
  'a repetition that %s would not recognise is not sent',
  async (_, start: () => Promise<PublishingFixture>) => {
    await using post = await open(start, 'Hello');
    post.network.server.plan(post.network.posting, 'taken_error');
    await post.attempt();
    post.world.clock.advance(5 * MINUTE);

    expect(await post.settle()).toBe('failed');
    expect(await post.last()).toMatchObject({ error: { code: 'outcome_unknown' } });
    expect(post.heldTexts()).toEqual(['Hello']);
  },
);
