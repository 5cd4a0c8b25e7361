import { describe, expect, it } from 'vitest';
import type { PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { mastodonFixture } from '#test/support/fixtures/publishing/mastodon-fixture.ts';
import type { NetworkFault } from '#test/support/fixtures/publishing/network-server.ts';
import { nextAttempt, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';

type Fixture = Awaited<ReturnType<typeof mastodonFixture>>;

const LOST = [
  'taken_reset',
  'taken_error',
  'taken_garbage',
  'taken_half',
] as const satisfies readonly NetworkFault[];
const TEXT = 'Ten *lamps* & <more> for @bob@other.example:\n\nhttps://example.com/a?b=1&c=2 #light 🪔';

/** A server that ignores the key, such as GoToSocial. */
async function deafFixture(): Promise<Fixture> {
  const fixture = await mastodonFixture();
  fixture.server.mood.software = 'gotosocial';
  fixture.server.mood.keys = 'ignored';
  return fixture;
}

/** Attempts until one is not to be repeated, at most five. */
async function publishAll(fixture: Fixture, first: PublishRequest) {
  let request = first;
  for (let attempt = 1; ; attempt += 1) {
    const result = await fixture.provider.publish(request);
    if (result.kind !== 'retry' || attempt === 5) return result;
    request = nextAttempt(request, result, fixture.clock());
    fixture.clock.advance(30);
  }
}

describe('mastodon provider, on a server that ignores idempotency keys', () => {
  it.each(LOST)('publishes each status of a thread once when an answer is lost (%s)', async (fault) => {
    await using fixture = await deafFixture();
    fixture.server.plan(fixture.posting, fault, 'fine', fault);
    const request = threadOf(fixture.credentials, [TEXT, 'Two', 'Three'], {
      options: { visibility: 'public' },
    });

    const result = await publishAll(fixture, request);

    expect(result).toMatchObject({
      kind: 'published',
      done: fixture.server.statuses.map(({ id }) => ({ id })),
    });
    expect(fixture.held()).toEqual([
      { text: TEXT, responses: null },
      { text: 'Two', responses: 0 },
      { text: 'Three', responses: 1 },
    ]);
  });

  it.each(['error_before', 'silence_before'] as const)(
    'repeats a request that did nothing (%s)',
    async (fault) => {
      await using fixture = await deafFixture();
      fixture.server.plan(fixture.posting, fault);

      const result = await publishAll(fixture, threadOf(fixture.credentials, ['One']));

      expect(result.kind).toBe('published');
      expect(fixture.server.statuses).toHaveLength(1);
    },
  );

  it('finds a status that only has a picture and a content warning', async () => {
    await using fixture = await deafFixture();
    const read = async () => new Uint8Array([137, 80, 78, 71]);
    const media = [{ id: 3, mimeType: 'image/png' as const, size: 4, altText: null, read }];
    const options = { spoiler_text: 'Food & drink' };
    const items = [{ body: null, url: null, media }];
    fixture.server.plan(fixture.posting, 'taken_reset');

    const result = await publishAll(fixture, threadOf(fixture.credentials, [], { items, options }));

    expect(result.kind).toBe('published');
    expect(fixture.server.statuses).toHaveLength(1);
  });

  it.each<readonly [string, (fixture: Fixture) => void, PublishRequest['options']]>([
    ['the token may not read', ({ server }) => (server.mood.readable = false), {}],
    ['the list has no followers-only statuses', () => undefined, { visibility: 'private' }],
    ['the account has published something else since', ({ server }) => server.add('Something else'), {}],
    [
      'the list does not go back to the attempt',
      ({ server }) => {
        for (let n = 0; n < 41; n += 1) server.add(`${n}`, '1');
      },
      {},
    ],
  ])('ends as outcome_unknown if %s', async (_, prepare, options) => {
    await using fixture = await deafFixture();
    prepare(fixture);
    const request = threadOf(fixture.credentials, ['One'], { options, unknownSince: NOW });

    const result = await fixture.provider.publish(request);

    expect(result).toMatchObject({ kind: 'failed', done: [], error: { code: 'outcome_unknown' } });
    expect(fixture.server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('reads the software again if it is not known, and never trusts one that says nothing', async () => {
    await using fixture = await deafFixture();
    fixture.server.mood.software = null;
    fixture.server.plan(fixture.posting, 'taken_reset');

    await publishAll(fixture, threadOf(fixture.credentials, ['One']));

    expect(fixture.server.statuses).toHaveLength(1);
    expect(fixture.server.requests.some(({ url }) => url === '/nodeinfo/2.0')).toBe(true);
  });

  it('decides after any time, as long as the list goes back to the attempt', async () => {
    await using fixture = await deafFixture();
    fixture.server.plan(fixture.posting, 'taken_reset');
    const request = threadOf(fixture.credentials, ['One']);
    const first = await fixture.provider.publish(request);
    fixture.clock.advance(7200);

    const second = await fixture.provider.publish(nextAttempt(request, first, NOW));

    expect(second.kind).toBe('published');
    expect(fixture.server.statuses).toHaveLength(1);
  });
});

describe('mastodon provider, on a server that honours idempotency keys', () => {
  it.each(['mastodon', 'pleroma', 'akkoma', 'Mastodon'])(
    'relies on the key of %s without reading statuses',
    async (software) => {
      await using fixture = await mastodonFixture();
      fixture.server.mood.software = software;
      fixture.server.mood.readable = false;
      fixture.server.plan(fixture.posting, 'taken_reset');

      const result = await publishAll(fixture, threadOf(fixture.credentials, ['One']));

      expect(result.kind).toBe('published');
      expect(fixture.server.statuses).toHaveLength(1);
    },
  );

  it('finds the status if the server answers a repetition with an error', async () => {
    await using fixture = await mastodonFixture();
    fixture.server.mood.keys = 'failing';
    fixture.server.plan(fixture.posting, 'taken_reset');

    const result = await publishAll(fixture, threadOf(fixture.credentials, ['One', 'Two']));

    expect(result.kind).toBe('published');
    expect(fixture.server.statuses).toHaveLength(2);
  });
});
