import { describe, expect, it } from 'vitest';
import type { RemotePost, RemoveResult } from '#shared/publishing/domain/publish-result.ts';
import { createMastodonProvider } from '#shared/publishing/networks/mastodon.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { keyOf, sandboxProvider, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import type { ContractFixture } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { ALL_SERVERS } from '#test/support/fixtures/publishing/real-servers/real-networks.ts';

/** For servers that never respond; long enough for one that responds on a busy machine. */
const SHORT = { deadlineMs: 1500 };
const TEXTS = ['One of two', 'Two of two'];

/** A network with a thread, or with one article, and a function that removes a post of it. */
async function published(open: (limits?: object) => Promise<ContractFixture>, limits = {}) {
  const fixture = await open(limits);
  const texts = TEXTS.slice(0, fixture.thread);
  const { done } = await fixture.provider.publish(threadOf(fixture.credentials, texts));
  const [first] = done;
  const last = done.at(-1);
  if (!first || !last) throw new Error('Nothing was published');

  async function remove(remote: RemotePost): Promise<RemoveResult> {
    const result = await fixture.provider.remove?.({
      credentials: fixture.credentials,
      remote: { id: remote.id, url: null },
    });
    if (!result) throw new Error('The network cannot remove posts');
    return result;
  }

  return {
    ...fixture,
    texts,
    first,
    last,
    remove,
    held: async () => (await fixture.held()).map(({ text }) => text),
  };
}

describe.concurrent.each(ALL_SERVERS)(
  'publishing provider %s, removing',
  (_, open: (limits?: object) => Promise<ContractFixture>) => {
    it('removes one post and keeps the others', async () => {
      await using world = await published(open);

      expect(await world.remove(world.last)).toEqual({ kind: 'removed' });
      expect(await world.held()).toEqual(world.texts.slice(0, -1));
    });

    it('removes a post that is already removed', async () => {
      await using world = await published(open);
      await world.remove(world.first);

      expect(await world.remove(world.first)).toEqual({ kind: 'removed' });
      expect(await world.held()).toEqual(world.texts.slice(1));
    });

    it.each([
      'error_before',
      'silence_before',
      'firewall',
      'taken_silence',
      'taken_reset',
      'taken_error',
      'taken_garbage',
      'taken_half',
    ] as const)('requests another attempt after %s, which removes the post', async (fault) => {
      await using world = await published(open, fault.includes('silence') ? SHORT : {});
      world.server.plan(world.removing, fault);

      expect(await world.remove(world.last)).toMatchObject({
        kind: 'retry',
        notBefore: null,
        error: { code: 'network_unavailable' },
      });
      expect(await world.remove(world.last)).toEqual({ kind: 'removed' });
      expect(await world.held()).toEqual(world.texts.slice(0, -1));
    });

    it('waits as long as a rate-limited network demands', async ({ skip }) => {
      await using world = await published(open);
      skip(world.limit === undefined, 'the limits of a real server do not end with the test');
      world.limit?.(secondsAfterNow(90));

      expect(await world.remove(world.last)).toMatchObject({
        kind: 'retry',
        notBefore: secondsAfterNow(90),
        error: { code: 'rate_limited' },
      });
    });

    it('ends when the credentials are no longer valid, and never shows them', async () => {
      await using world = await published(open);
      await world.revoke();

      const result = await world.remove(world.last);

      expect(result).toMatchObject({ kind: 'unauthorised', error: { code: 'credentials_refused' } });
      for (const secret of world.secrets()) expect(JSON.stringify(result)).not.toContain(secret);
    });

    it('does not follow a redirect', async () => {
      await using world = await published(open);
      world.server.plan(world.removing, 'redirect');

      expect(await world.remove(world.last)).toMatchObject({
        kind: 'failed',
        error: { code: 'network_refused' },
      });
    });

    it('sends nothing to an address that the guard blocks', async () => {
      await using world = await published(open);
      const { provider, credentials } = world.blocked();

      expect(await provider.remove?.({ credentials, remote: world.last })).toMatchObject({
        kind: 'failed',
        error: { code: 'address_refused' },
      });
      expect(await world.held()).toEqual(world.texts);
    });

    it('publishes again what was removed', async () => {
      await using world = await published(open);
      await world.remove(world.last);
      await world.remove(world.first);

      // For five minutes, dev.to rejects a second article with the same title.
      world.clock.advance(301);
      const again = threadOf(world.credentials, world.texts, { key: keyOf(world.credentials, 2) });
      expect((await world.provider.publish(again)).kind).toBe('published');
      expect(await world.held()).toEqual(world.texts);
    });
  },
);

describe('publishing provider mastodon, removing', () => {
  it('does not take a page of a proxy for a post that is missing', async () => {
    const responding = (text: string) =>
      createMastodonProvider({
        http: async () => ({ status: 404, headers: {}, text }),
        clock: () => NOW,
        after: () => () => undefined,
      });
    const credentials = {
      provider: 'mastodon',
      instanceUrl: 'https://social.example',
      accessToken: 'token',
    } as const;
    const request = { credentials, remote: { id: '1', url: null } };

    expect(await responding('{"error":"Record not found"}').remove?.(request)).toEqual({ kind: 'removed' });
    expect(await responding('<html>Not found</html>').remove?.(request)).toMatchObject({ kind: 'failed' });
  });
});

describe('publishing provider sandbox, removing', () => {
  const credentials = { provider: 'sandbox' } as const;

  it.each([
    ['always', 'retry'],
    ['refused', 'failed'],
    ['unauthorised', 'unauthorised'],
  ] as const)('simulates the failure %s as %s', async (fail, kind) => {
    const { provider } = sandboxProvider();
    const options = { fail_removal: fail };
    const { done } = await provider.publish(threadOf(credentials, TEXTS, { options }));
    const remote = done[1] ?? { id: '', url: null };

    expect(done).toHaveLength(2);
    expect(await provider.remove?.({ credentials, remote })).toMatchObject({ kind });
  });

  it('removes a post and logs its id', async () => {
    const { provider, log } = sandboxProvider();
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    log.lines.length = 0;
    const remote = done[0] ?? { id: '', url: null };

    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
    expect(log.lines).toMatchObject([{ code: 'SANDBOX_REMOVED', fields: { id: remote.id } }]);
  });
});
