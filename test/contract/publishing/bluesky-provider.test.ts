import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { exifSegment, jpegOf, pngOf } from '#test/support/fixtures/files/picture-files.ts';
import { blueskyFixture } from '#test/support/fixtures/publishing/bluesky-fixture.ts';
import type { PostValue } from '#test/support/fixtures/publishing/bluesky-records.ts';
import { CARD_URL, nextAttempt, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { BLUESKY } from '#test/support/fixtures/publishing/real-servers/real-networks.ts';

const PIXELS = new Uint8Array([137, 80, 78, 71, 0, 255, 13, 10]);

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

function imagesOf(value: PostValue | undefined) {
  const embed = value?.embed;
  if (embed?.$type === 'app.bsky.embed.gallery') return embed.items;
  return embed?.$type === 'app.bsky.embed.images' ? embed.images : [];
}

describe.each(BLUESKY)('%s provider, verifying', (_, open) => {
  it('returns the handle of the account and its DID, and what its profile says', async () => {
    await using fixture = await open();

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'verified',
      profile: fixture.profile,
    });
  });

  it('rejects an account that was deactivated', async () => {
    await using fixture = await open();
    await fixture.deactivate();

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'rejected',
      detail: expect.stringContaining('not active'),
    });
    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'unauthorised',
    });
  });

  it.each(['@', '＠', ' @'])('signs in with a handle behind %j', async (sign) => {
    await using fixture = await open();
    const identifier = `${sign}${fixture.profile.username} `;
    const { appPassword, server } = fixture;
    const credentials = {
      provider: 'bluesky',
      identifier,
      appPassword,
      service: server.origin,
    } as const;

    expect((await fixture.provider.verify(credentials)).kind).toBe('verified');
  });
});

describe.each(BLUESKY)('%s provider, publishing', (_server, open) => {
  it('marks links, mentions and hashtags by bytes, and keeps unknown mentions as text', async () => {
    await using fixture = await open();
    const handle = fixture.handleOf('grace');
    const grace = await fixture.createAccount(handle);
    const written = `@G${handle.slice(1)}`;
    const body = `👩‍🚀 Grüße ${written}, @nobody.example.com: (https://example.com/ü?q=1) #Möwen! #2026`;

    await fixture.provider.publish(threadOf(fixture.credentials, [body]));

    const [record] = await fixture.records();
    expect(record && shownFacets(record.value)).toEqual([
      [written, grace],
      ['https://example.com/ü?q=1', 'https://example.com/%C3%BC?q=1'],
      ['#Möwen', 'Möwen'],
    ]);
    expect(record?.value).toMatchObject({ createdAt: NOW.toISOString() });
  });

  it('shows the link of an item as a card with what its page says', async () => {
    await using fixture = await open();
    const url = CARD_URL;

    await fixture.provider.publish(
      threadOf(fixture.credentials, [], {
        items: [{ body: 'Read this', url, media: [] }],
        options: { langs: ['en', 'de-CH'] },
      }),
    );

    const [record] = await fixture.records();
    expect(record?.value).toMatchObject({
      text: `Read this\n\n${url}`,
      langs: ['en', 'de-CH'],
      embed: {
        $type: 'app.bsky.embed.external',
        external: { uri: url, title: 'Ten lamps', description: 'For the winter', thumb: { size: 4 } },
      },
    });
  });

  it('has no card of a page that says nothing', async () => {
    await using fixture = await open();
    const items = [{ body: 'Read this', url: 'https://example.com/silent', media: [] }];

    await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect((await fixture.records()).map(({ value }) => value.embed)).toEqual([undefined]);
  });

  it('embeds images with their alternative texts, and then no card', async () => {
    await using fixture = await open();
    const media = [
      file({ altText: 'A red dot' }),
      file({ id: 4, mimeType: 'image/jpeg', size: 2_000_000, read: async () => jpegOf() }),
    ];

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, [], {
        items: [{ body: 'ThemeCss', url: 'https://example.com/', media }],
      }),
    );

    const [record] = await fixture.records();
    expect(result.kind).toBe('published');
    expect(record?.value.embed).toMatchObject({
      $type: 'app.bsky.embed.images',
      images: [
        { alt: 'A red dot', image: { mimeType: 'image/png', size: 8 } },
        { alt: '', image: { mimeType: 'image/jpeg' } },
      ],
    });
    const [first] = imagesOf(record?.value);
    expect(await fixture.blob(first?.image.ref.$link ?? '')).toEqual(PIXELS);
  });

  it('embeds images with the width and height that they are shown with', async () => {
    await using fixture = await open();
    const lying = file({ read: async () => pngOf() });
    const turned = file({ id: 4, mimeType: 'image/jpeg', read: async () => jpegOf(exifSegment()) });

    await fixture.provider.publish(
      threadOf(fixture.credentials, [], { items: [{ body: '', url: null, media: [lying, turned] }] }),
    );

    const [record] = await fixture.records();
    expect(record?.value.embed).toMatchObject({
      $type: 'app.bsky.embed.images',
      images: [{ aspectRatio: { width: 400, height: 100 } }, { aspectRatio: { width: 100, height: 400 } }],
    });
  });

  it.each([4, 5, 10])('publishes %i images, more than 4 as a gallery', async (count) => {
    await using fixture = await open();
    const media = Array.from({ length: count }, (_, id) =>
      file({ id, altText: `Number ${id}`, read: async () => pngOf() }),
    );

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, [], { items: [{ body: '', url: null, media }] }),
    );

    const [record] = await fixture.records();
    expect(result.kind).toBe('published');
    expect(record?.value.embed?.$type).toBe(`app.bsky.embed.${count > 4 ? 'gallery' : 'images'}`);
    expect(imagesOf(record?.value).map(({ alt }) => alt)).toEqual(media.map(({ altText }) => altText));
  });

  it('fails for a gallery with an image that does not say its width, before anything is sent', async () => {
    await using fixture = await open();
    const media = Array.from({ length: 5 }, (_, id) => file({ id }));

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, [], { items: [{ body: '', url: null, media }] }),
    );

    expect(result).toMatchObject({
      kind: 'failed',
      error: { code: 'media_unsupported', detail: expect.stringContaining('The file 0 does not say') },
    });
    expect(fixture.server.requests.filter(({ url }) => url?.includes('uploadBlob'))).toEqual([]);
  });

  it.each([
    ['larger than 2,000,000 bytes', { size: 2_000_001 }, 'at most 2000000 bytes'],
    ['that is a video', { mimeType: 'video/mp4' as const }, 'only images'],
  ])('fails for a file %s, before anything of the item is sent', async (_, overrides, words) => {
    await using fixture = await open();
    const items = [{ body: 'ThemeCss', url: null, media: [file(overrides)] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(result).toMatchObject({
      kind: 'failed',
      error: { code: 'media_unsupported', detail: expect.stringContaining(words) },
    });
    expect(fixture.server.requests.filter(({ url }) => url?.includes('uploadBlob'))).toEqual([]);
  });

  it('references the first and the last post of a thread by their versions, also those of an earlier attempt', async () => {
    await using fixture = await open();
    const request = threadOf(fixture.credentials, ['One', 'Two', 'Three']);
    const whole = await fixture.provider.publish(request);
    const [first, second, third] = await fixture.records();

    await fixture.provider.publish({ ...request, key: 'again', items: [], done: [] });
    const resumed = await fixture.provider.publish({ ...request, done: whole.done.slice(0, 2) });

    expect(third?.value.reply).toEqual({
      root: { uri: first?.uri, cid: first?.cid },
      parent: { uri: second?.uri, cid: second?.cid },
    });
    expect(resumed).toEqual(whole);
    expect(whole.done[0]).toEqual({
      id: first?.uri,
      url: `https://bsky.app/profile/${fixture.did}/post/${first?.uri.split('/').at(-1)}`,
    });
  });

  it('never changes an existing post: a mention that resolves only at the second attempt stays text', async () => {
    await using fixture = await open();
    const handle = fixture.handleOf('grace');
    const request = threadOf(fixture.credentials, [`Hello @${handle}`, 'Two']);
    fixture.server.plan(fixture.posting, 'taken_reset');

    const first = await fixture.provider.publish(request);
    const before = await fixture.records();
    await fixture.createAccount(handle);
    const second = await fixture.provider.publish(nextAttempt(request, first, NOW));

    expect(second.kind).toBe('published');
    const [one, two] = await fixture.records();
    expect(before).toEqual([one]);
    expect(one?.value.facets).toBeUndefined();
    expect(two?.value.reply?.parent).toEqual({ uri: one?.uri, cid: one?.cid });
  });

  it('does not mistake a post of another account for its own', async () => {
    await using fixture = await open();
    await fixture.provider.publish(threadOf(fixture.credentials, ['Mine']));

    const result = await fixture.provider.publish(threadOf(fixture.credentials, ['Yours']));

    expect(result).toMatchObject({ kind: 'failed', done: [], error: { code: 'network_refused' } });
  });

  it.each([
    ['Ten lamps for the winter', 'en'],
    ['Die Lampen sind nicht für den Winter', 'de'],
    ['冬のランプ', 'ja'],
    ['冬天的灯', 'zh'],
    ['겨울 램프', 'ko'],
    ['Лампы', 'ru'],
    ['🪔', 'en'],
  ])('names the language of %j, unless an option does', async (text, language) => {
    await using fixture = await open();

    await fixture.provider.publish(threadOf(fixture.credentials, [text]));

    expect(await fixture.records()).toMatchObject([{ value: { langs: [language] } }]);
  });

  it('fails when the post to reply to was deleted', async () => {
    await using fixture = await open();
    const done = [{ id: `at://${fixture.did}/app.bsky.feed.post/3k2a4bcde2222`, url: null }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, ['One', 'Two'], { done }));

    expect(result).toMatchObject({
      kind: 'failed',
      done,
      error: { detail: expect.stringContaining('RecordNotFound') },
    });
  });

  it('resolves a name once, and no more than 25 of them', async () => {
    await using fixture = await open();
    const names = Array.from({ length: 40 }, (_, index) => `@a${index}.co`);

    await fixture.provider.publish(
      threadOf(fixture.credentials, [['@a0.co', ...names].join(' ').slice(0, 300)]),
    );

    const asked = fixture.server.requests.filter(({ url }) => url?.includes('resolveHandle'));
    expect(asked).toHaveLength(25);
  });
});

describe('bluesky provider, on a server that a test changes', () => {
  it('accepts the handle alone from a server without profiles', async () => {
    await using fixture = await blueskyFixture();
    fixture.server.mood.withoutView = true;

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'verified',
      profile: { identity: fixture.profile.identity, username: 'ada.example.com', name: null, image: null },
    });
  });

  it('rejects an account that requires a code by e-mail', async () => {
    await using fixture = await blueskyFixture();
    fixture.server.mood.factorRequired = true;

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'rejected',
      detail: expect.stringContaining('AuthFactorTokenRequired'),
    });
    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'unauthorised',
    });
  });

  it('ends when the session expires before the post', async () => {
    await using fixture = await blueskyFixture();
    fixture.server.mood.tokensExpire = true;

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'unauthorised',
      error: { code: 'credentials_refused', detail: expect.stringContaining('ExpiredToken') },
    });
  });

  it('opens one new session when the session expires, which says nothing about the password', async () => {
    await using fixture = await blueskyFixture();
    const request = threadOf(fixture.credentials, ['One', 'Two']);
    fixture.server.mood.sessionsExpireAfter = 1;

    expect((await fixture.provider.publish(request)).kind).toBe('published');
    expect(fixture.held().map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(fixture.server.tokens).toHaveLength(2);
  });
});
