import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { NOW } from '#test/support/builders/platform/builders.ts';
import type { PostValue } from '#test/support/fixtures/publishing/bluesky-records.ts';
import { blueskyBench, nextAttempt, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';

const PIXELS = new Uint8Array([137, 80, 78, 71, 0, 255, 13, 10]);
const GRACE = 'did:plc:z72i7hdynmk6r22z27h6tvur';

function file(overrides: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { id: 3, mimeType: 'image/png', size: 8, altText: null, read: async () => PIXELS, ...overrides };
}

/** The text and the target of each facet of a post. */
function shownFacets({ text, facets = [] }: PostValue): unknown[] {
  const bytes = Buffer.from(text);
  return facets.map(({ index, features }) => [
    bytes.subarray(index.byteStart, index.byteEnd).toString(),
    ...features.map((feature) => {
      if ('uri' in feature) return feature.uri;
      return 'did' in feature ? feature.did : feature.tag;
    }),
  ]);
}

describe('bluesky provider, verifying', () => {
  it('returns the handle of the account, its display name and its picture', async () => {
    await using bench = await blueskyBench();

    expect(await bench.provider.verify(bench.credentials)).toEqual({
      kind: 'verified',
      profile: { username: 'ada.example.com', name: 'Ada L.', image: 'https://cdn.example/img/avatar/ada' },
    });
  });

  it('accepts the handle alone from a server without profiles', async () => {
    await using bench = await blueskyBench();
    bench.server.mood.withoutView = true;

    expect(await bench.provider.verify(bench.credentials)).toEqual({
      kind: 'verified',
      profile: { username: 'ada.example.com', name: null, image: null },
    });
  });

  it.each([
    ['requires a code by e-mail', 'factorRequired', 'AuthFactorTokenRequired'],
    ['was deactivated', 'deactivated', 'not active'],
  ] as const)('rejects an account that %s', async (_, mood, words) => {
    await using bench = await blueskyBench();
    bench.server.mood[mood] = true;

    expect(await bench.provider.verify(bench.credentials)).toEqual({
      kind: 'refused',
      detail: expect.stringContaining(words),
    });
    expect(await bench.provider.publish(threadOf(bench.credentials, ['Hello']))).toMatchObject({
      kind: 'unauthorised',
    });
  });
});

describe('bluesky provider, publishing', () => {
  it('marks links, mentions and hashtags by bytes, and keeps unknown mentions as text', async () => {
    await using bench = await blueskyBench();
    bench.server.mood.handles['grace.example.com'] = GRACE;
    const body =
      '👩‍🚀 Grüße @Grace.example.com, @nobody.example.com: (https://example.com/ü?q=1) #Möwen! #2026';

    await bench.provider.publish(threadOf(bench.credentials, [body]));

    const [record] = bench.server.records.values();
    expect(record && shownFacets(record.value)).toEqual([
      ['@Grace.example.com', GRACE],
      ['https://example.com/ü?q=1', 'https://example.com/%C3%BC?q=1'],
      ['#Möwen', 'Möwen'],
    ]);
    expect(record?.value).toMatchObject({ createdAt: NOW.toISOString() });
  });

  it('shows the link of an item as a card', async () => {
    await using bench = await blueskyBench();
    const url = 'https://example.com/a';

    await bench.provider.publish(
      threadOf(bench.credentials, [], {
        items: [{ body: 'Read this', url, media: [] }],
        options: { langs: ['en', 'de-CH'] },
      }),
    );

    const [record] = bench.server.records.values();
    expect(record?.value).toMatchObject({
      text: `Read this\n\n${url}`,
      langs: ['en', 'de-CH'],
      embed: { $type: 'app.bsky.embed.external', external: { uri: url, title: url, description: '' } },
    });
  });

  it('embeds images with their alternative texts, and then no card', async () => {
    await using bench = await blueskyBench();
    const media = [file({ altText: 'A red dot' }), file({ id: 4, mimeType: 'image/jpeg', size: 2_000_000 })];

    const result = await bench.provider.publish(
      threadOf(bench.credentials, [], { items: [{ body: 'ThemeCss', url: 'https://example.com/', media }] }),
    );

    const [record] = bench.server.records.values();
    expect(result.kind).toBe('published');
    expect(record?.value.embed).toMatchObject({
      $type: 'app.bsky.embed.images',
      images: [
        { alt: 'A red dot', image: { mimeType: 'image/png', size: 8 } },
        { alt: '', image: { mimeType: 'image/jpeg' } },
      ],
    });
    expect([...bench.server.blobs.values()][0]?.bytes).toEqual(PIXELS);
  });

  it.each([
    ['larger than 2,000,000 bytes', { size: 2_000_001 }, 'at most 2000000 bytes'],
    ['that is a video', { mimeType: 'video/mp4' as const }, 'only images'],
  ])('fails for a file %s, before anything of the item is sent', async (_, overrides, words) => {
    await using bench = await blueskyBench();
    const items = [{ body: 'ThemeCss', url: null, media: [file(overrides)] }];

    const result = await bench.provider.publish(threadOf(bench.credentials, [], { items }));

    expect(result).toMatchObject({
      kind: 'failed',
      error: { code: 'media_unsupported', detail: expect.stringContaining(words) },
    });
    expect(bench.server.blobs.size).toBe(0);
  });

  it('references the first and the last post of a thread by their versions, also those of an earlier attempt', async () => {
    await using bench = await blueskyBench();
    const request = threadOf(bench.credentials, ['One', 'Two', 'Three']);
    const whole = await bench.provider.publish(request);
    const [first, second, third] = [...bench.server.records.values()];

    await bench.provider.publish({ ...request, key: 'again', items: [], done: [] });
    const resumed = await bench.provider.publish({ ...request, done: whole.done.slice(0, 2) });

    expect(third?.value.reply).toEqual({
      root: { uri: first?.uri, cid: first?.cid },
      parent: { uri: second?.uri, cid: second?.cid },
    });
    expect(resumed).toEqual(whole);
    expect(whole.done[0]).toEqual({
      id: first?.uri,
      url: `https://bsky.app/profile/${bench.server.account.did}/post/${first?.uri.split('/').at(-1)}`,
    });
  });

  it('never changes an existing post: a mention that resolves only at the second attempt stays text', async () => {
    await using bench = await blueskyBench();
    const request = threadOf(bench.credentials, ['Hello @grace.example.com', 'Two']);
    bench.server.plan(bench.posting, 'taken_reset');

    const first = await bench.provider.publish(request);
    bench.server.mood.handles['grace.example.com'] = GRACE;
    const second = await bench.provider.publish(nextAttempt(request, first, NOW));

    expect(second.kind).toBe('published');
    expect([...bench.server.commits.values()]).toEqual([1, 1]);
    const [one, two] = [...bench.server.records.values()];
    expect(one?.value.facets).toBeUndefined();
    expect(two?.value.reply?.parent).toEqual({ uri: one?.uri, cid: one?.cid });
  });

  it('does not mistake a post of another account for its own', async () => {
    await using bench = await blueskyBench();
    await bench.provider.publish(threadOf(bench.credentials, ['Mine']));

    const result = await bench.provider.publish(threadOf(bench.credentials, ['Yours']));

    expect(result).toMatchObject({ kind: 'failed', done: [], error: { code: 'network_refused' } });
  });

  it('ends when the session expires before the post', async () => {
    await using bench = await blueskyBench();
    bench.server.mood.tokensExpire = true;

    expect(await bench.provider.publish(threadOf(bench.credentials, ['Hello']))).toMatchObject({
      kind: 'unauthorised',
      error: { code: 'credentials_refused', detail: expect.stringContaining('ExpiredToken') },
    });
  });

  it('fails when the post to reply to was deleted', async () => {
    await using bench = await blueskyBench();
    const done = [{ id: `at://${bench.server.account.did}/app.bsky.feed.post/3k2a4bcde2222`, url: null }];

    const result = await bench.provider.publish(threadOf(bench.credentials, ['One', 'Two'], { done }));

    expect(result).toMatchObject({
      kind: 'failed',
      done,
      error: { detail: expect.stringContaining('RecordNotFound') },
    });
  });

  it('resolves a name once, and no more than 25 of them', async () => {
    await using bench = await blueskyBench();
    const names = Array.from({ length: 40 }, (_, index) => `@a${index}.co`);

    await bench.provider.publish(threadOf(bench.credentials, [['@a0.co', ...names].join(' ').slice(0, 300)]));

    const asked = bench.server.requests.filter(({ url }) => url?.includes('resolveHandle'));
    expect(asked).toHaveLength(25);
  });
});
