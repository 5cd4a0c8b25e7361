import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PublishResult } from '#shared/publishing/domain/publish-result.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import type { NetworkFault } from '#test/support/fixtures/publishing/network-server.ts';
import {
  keyOf,
  nextAttempt,
  sandboxProvider,
  threadOf,
  USER_AGENT,
} from '#test/support/fixtures/publishing/publishing-fixture.ts';
import type { ContractFixture } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { ALL_SERVERS } from '#test/support/fixtures/publishing/real-servers/real-networks.ts';

/** For servers that never respond; long enough for one that responds on a busy machine. */
const SHORT = { deadlineMs: 1500 };
const TEXTS = ['One of three', 'Two of three', 'Three of three'];

/** Texts of a thread; of one post at a network of articles. */
function textsFor({ thread }: ContractFixture): string[] {
  return TEXTS.slice(0, thread);
}

function threadFor(fixture: ContractFixture) {
  return textsFor(fixture).map((text, index) => ({ text, responses: index === 0 ? null : index - 1 }));
}

function ids({ done }: PublishResult): string[] {
  return done.map(({ id }) => id);
}

// Each test has its own server; the tests of silent servers wait for their deadline together.
describe.concurrent.each(ALL_SERVERS)(
  'publishing provider %s',
  (_, open: (limits?: object) => Promise<ContractFixture>) => {
    it('verifies valid credentials and returns their account', async () => {
      await using fixture = await open();

      expect(await fixture.provider.verify(fixture.credentials)).toEqual({
        kind: 'verified',
        profile: fixture.profile,
      });
    });

    it('rejects credentials that are no longer valid', async () => {
      await using fixture = await open();
      await fixture.revoke();

      expect(await fixture.provider.verify(fixture.credentials)).toMatchObject({ kind: 'rejected' });
    });

    it.each(['error_before', 'taken_garbage', 'taken_reset', 'taken_huge', 'taken_half'] as const)(
      'cannot verify at a server whose response is: %s',
      async (fault) => {
        await using fixture = await open();
        fixture.server.plan('/', fault);

        expect(await fixture.provider.verify(fixture.credentials)).toMatchObject({ kind: 'unreachable' });
      },
    );

    it('publishes a thread in order, each post as a reply to the previous one', async () => {
      await using fixture = await open();

      const result = await fixture.provider.publish(threadOf(fixture.credentials, textsFor(fixture)));

      expect(result.kind).toBe('published');
      expect(await fixture.held()).toEqual(threadFor(fixture));
      expect(result.done).toHaveLength(textsFor(fixture).length);
      for (const { url } of result.done) expect(url).toMatch(/^https:\/\//u);
    });

    it('returns the same posts when it publishes the same again, if the network recognises that', async () => {
      await using fixture = await open();
      if (fixture.provider.deduplicationMs === 0) return;
      const request = threadOf(fixture.credentials, textsFor(fixture));

      const first = await fixture.provider.publish(request);
      const second = await fixture.provider.publish(request);

      expect(second).toEqual(first);
      expect(await fixture.held()).toEqual(threadFor(fixture));
    });

    it('posts again for another run', async () => {
      await using fixture = await open();

      await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']));
      // For five minutes, dev.to rejects a second article with the same title.
      fixture.clock.advance(301);
      await fixture.provider.publish(
        threadOf(fixture.credentials, ['Hello'], { key: keyOf(fixture.credentials, 2) }),
      );

      expect(await fixture.held()).toHaveLength(2);
    });

    it.each([
      ['taken_silence', true],
      ['taken_reset', true],
      ['taken_error', true],
      ['taken_garbage', true],
      ['taken_huge', true],
      ['taken_half', true],
      ['error_before', true],
      ['silence_before', true],
    ] as const)(
      'requests another attempt after %s in a thread, which continues after the existing posts if that is safe',
      async (fault, unknown) => {
        await using fixture = await open(fault.includes('silence') ? SHORT : {});
        const request = threadOf(fixture.credentials, textsFor(fixture));
        const before = Math.min(1, textsFor(fixture).length - 1);
        fixture.server.plan(fixture.posting, ...Array(before).fill('fine'), fault);

        const first = await fixture.provider.publish(request);

        expect(first).toMatchObject({
          kind: 'retry',
          unknown,
          notBefore: null,
          error: { code: 'network_unavailable' },
        });
        expect(first.done).toHaveLength(before);

        const second = await fixture.provider.publish(nextAttempt(request, first, fixture.clock()));

        if (fixture.provider.deduplicationMs === 0) {
          expect(second).toMatchObject({ kind: 'failed', error: { code: 'outcome_unknown' } });
          expect(second.done).toEqual(first.done);
          expect(await fixture.held()).toEqual(threadFor(fixture).slice(0, (await fixture.held()).length));
          return;
        }
        expect(second.kind).toBe('published');
        expect(ids(second).slice(0, before)).toEqual(ids(first));
        expect(await fixture.held()).toEqual(threadFor(fixture));
      },
    );

    it('knows that nothing was posted after a rejected connection', async () => {
      const fixture = await open();
      await fixture[Symbol.asyncDispose]();

      const result = await fixture.provider.publish(threadOf(fixture.credentials, textsFor(fixture)));

      expect(result).toMatchObject({ kind: 'retry', unknown: false, done: [] });
    });

    it('does not follow a redirect', async () => {
      await using fixture = await open();
      fixture.server.plan(fixture.posting, 'redirect');

      const result = await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']));

      expect(result).toMatchObject({ kind: 'failed', error: { code: 'network_refused' } });
      expect(await fixture.held()).toEqual([]);
    });

    it('waits as long as a rate-limited network demands, and at most a day', async ({ skip }) => {
      await using fixture = await open();
      skip(fixture.limit === undefined, 'the limits of a real server do not end with the test');
      fixture.limit?.(secondsAfterNow(90));
      const request = threadOf(fixture.credentials, ['Hello']);

      const limited = await fixture.provider.publish(request);
      fixture.limit?.(secondsAfterNow(30 * 86_400));
      const forLong = await fixture.provider.publish(request);

      expect(limited).toMatchObject({
        kind: 'retry',
        unknown: false,
        notBefore: secondsAfterNow(90),
        error: { code: 'rate_limited' },
      });
      expect(forLong).toMatchObject({ kind: 'retry', notBefore: secondsAfterNow(86_400) });
    });

    it('ends when the credentials are no longer valid, and keeps existing posts', async () => {
      await using fixture = await open();
      const request = threadOf(fixture.credentials, textsFor(fixture));
      const whole = await fixture.provider.publish(request);
      const done = whole.done.slice(0, -1);
      await fixture.revoke();

      const result = await fixture.provider.publish({ ...request, done });

      expect(result).toMatchObject({ kind: 'unauthorised', done });
      expect(await fixture.held()).toEqual(threadFor(fixture));
    });

    it.each(['firewall', 'firewall_empty', 'firewall_406'] as const)(
      'requests another attempt after %s, keeps the credentials, and says what has rejected the call',
      async (fault) => {
        await using fixture = await open();
        const request = threadOf(fixture.credentials, ['Hello']);
        fixture.server.plan('/', fault);

        const first = await fixture.provider.publish(request);
        // A network can send its first requests together.
        fixture.server.plan('/', fault, fault);
        const verified = await fixture.provider.verify(fixture.credentials);
        fixture.server.plan('/', 'fine');

        const detail = expect.stringMatching(/firewall .+ User-Agent begins with "workspace-platform\/"/u);
        expect(first).toMatchObject({
          kind: 'retry',
          unknown: false,
          error: { code: 'network_unavailable', detail },
        });
        expect(verified).toEqual({ kind: 'unreachable', detail });
        expect((await fixture.provider.publish(nextAttempt(request, first, NOW))).kind).toBe('published');
      },
    );

    it('names itself in each request, or as the network requires', async () => {
      await using fixture = await open();

      await fixture.provider.verify(fixture.credentials);
      const { done } = await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']));
      for (const remote of done)
        await fixture.provider.remove?.({ credentials: fixture.credentials, remote });

      const isDiscord = fixture.provider.name === 'discord';
      const named = isDiscord ? expect.stringMatching(/^DiscordBot \(https:\/\/.+, 1\)$/u) : USER_AGENT;
      const agents = fixture.server.requests.map(({ headers }) => headers['user-agent']);
      expect(agents.length).toBeGreaterThan(1);
      expect(agents).toEqual(agents.map(() => named));
    });

    it('fails with the words of the network when it rejects a post', async () => {
      await using fixture = await open();

      const { text, options, words } = fixture.rejected;
      const texts = [...['Fine'].slice(0, fixture.thread - 1), text];

      const result = await fixture.provider.publish(threadOf(fixture.credentials, texts, { options }));

      expect(result).toMatchObject({
        kind: 'failed',
        error: { code: 'network_refused', detail: expect.stringMatching(words) },
      });
      expect(result.done).toHaveLength(texts.length - 1);
    });

    it('posts nothing, not even its login, to an address that the guard blocks', async () => {
      await using fixture = await open();
      const { provider, credentials } = fixture.blocked();

      expect(await provider.publish(threadOf(credentials, ['Hello']))).toMatchObject({
        kind: 'failed',
        error: { code: 'address_refused' },
      });
      expect(await provider.verify(credentials)).toMatchObject({ kind: 'rejected' });
      expect(fixture.server.connections()).toBe(0);
    });

    it('does nothing for a complete thread', async () => {
      await using fixture = await open();
      const done = [{ id: 'at://did:plc:a/app.bsky.feed.post/3k', url: null }];

      const result = await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'], { done }));

      expect(result).toEqual({ kind: 'published', done });
      expect(fixture.server.requests).toHaveLength(0);
    });

    it('never shows a secret, whatever the network returns', async () => {
      await using fixture = await open(SHORT);
      const results: unknown[] = [];
      const faults: NetworkFault[] = [
        'taken_garbage',
        'taken_error',
        'redirect',
        'taken_huge',
        'taken_silence',
      ];
      for (const fault of faults) {
        fixture.server.plan(fixture.posting, fault);
        results.push(
          await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'], { key: fault })),
        );
      }
      fixture.limit?.(secondsAfterNow(60));
      results.push(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'])));
      fixture.limit?.(secondsAfterNow(-1));
      const { text, options } = fixture.rejected;
      results.push(await fixture.provider.publish(threadOf(fixture.credentials, [text], { options })));
      await fixture.revoke();
      results.push(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'])));
      results.push(await fixture.provider.verify(fixture.credentials));

      const seen = JSON.stringify([results, fixture.log.lines]);
      expect(results).toHaveLength(9);
      for (const secret of fixture.secrets()) expect(seen).not.toContain(secret);
    });

    it('fails for ambiguous options', async () => {
      await using fixture = await open();
      const options = fixture.invalidOptions;

      const result = await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'], { options }));

      expect(result).toMatchObject({ kind: 'failed', error: { code: 'options_invalid' } });
      expect(await fixture.held()).toEqual([]);
    });
  },
);

// Articles on dev.to cannot have files.
describe.each(ALL_SERVERS.filter(([name]) => name !== 'devto'))(
  'publishing provider %s, with files',
  (_, open: () => Promise<ContractFixture>) => {
    it('requests another attempt when a file cannot be read', async () => {
      await using fixture = await open();
      const read = () => Promise.reject(new Error('the bucket is away'));
      const media = [{ id: 3, mimeType: 'image/png', size: 9, altText: null, read } as const];
      const items = [{ body: 'Hello', url: null, media }];

      const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

      expect(result).toMatchObject({ kind: 'retry', unknown: false, error: { code: 'media_unreadable' } });
    });
  },
);

describe('publishing provider sandbox', () => {
  const request = threadOf({ provider: 'sandbox' }, TEXTS);

  it('verifies any credentials', async () => {
    const { provider } = sandboxProvider();

    expect(await provider.verify({ provider: 'sandbox' })).toMatchObject({ kind: 'verified' });
  });

  it('publishes a thread with ids derived from the run', async () => {
    const { provider } = sandboxProvider();

    const first = await provider.publish(request);

    expect(first.kind).toBe('published');
    expect(new Set(ids(first)).size).toBe(3);
    expect(await provider.publish(request)).toEqual(first);
    expect(ids(await provider.publish({ ...request, key: 'other' }))).not.toEqual(ids(first));
  });

  it('continues after existing posts', async () => {
    const { provider, log } = sandboxProvider();
    const whole = await provider.publish(request);
    log.lines.length = 0;

    const result = await provider.publish({ ...request, done: whole.done.slice(0, 2) });

    expect(result).toEqual(whole);
    expect(log.lines).toMatchObject([{ code: 'SANDBOX_POSTED', fields: { index: 2 } }]);
  });

  it('logs the length and digest of what it would have posted, including the link, and not the text', async () => {
    const { provider, log } = sandboxProvider();
    const items = [{ body: 'Confidential', url: 'https://example.com', media: [] }];

    await provider.publish(threadOf({ provider: 'sandbox' }, [], { items }));

    const sha256 = createHash('sha256').update('Confidential\n\nhttps://example.com').digest('hex');
    expect(log.lines).toMatchObject([{ fields: { characters: 33, sha256, files: 0 } }]);
    expect(JSON.stringify(log.lines)).not.toContain('Confidential');
  });

  it('simulates one failure of unknown outcome, and then succeeds', async () => {
    const { provider, clock } = sandboxProvider();
    const failing = { ...request, options: { fail: 'once' } };

    const first = await provider.publish(failing);

    expect(first).toMatchObject({ kind: 'retry', unknown: true, done: [] });
    expect(await provider.publish(nextAttempt(failing, first, clock()))).toMatchObject({ kind: 'published' });
  });

  it.each([
    ['always', 'retry'],
    ['refused', 'failed'],
    ['unauthorised', 'unauthorised'],
    ['sometimes', 'failed'],
  ])('simulates the failure %s as %s', async (fail, kind) => {
    const { provider } = sandboxProvider();

    expect(await provider.publish({ ...request, options: { fail } })).toMatchObject({ kind, done: [] });
  });
});
