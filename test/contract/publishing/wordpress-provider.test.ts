import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { jpegOf, pngOf } from '#test/support/fixtures/files/picture-files.ts';
import { threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { WORDPRESS } from '#test/support/fixtures/publishing/real-servers/real-networks.ts';
import { wordpressFixture } from '#test/support/fixtures/publishing/wordpress-fixture.ts';
import { APPROVED_WORD, RENAMED_WORD } from '#test/support/fixtures/publishing/wordpress-server.ts';
import type { WordPressWorld } from '#test/support/fixtures/publishing/wordpress-world.ts';

/** WordPress looks at the bytes of a picture and rejects one that is not of the type of its name. */
const PIXELS = pngOf();
const PHOTO = jpegOf();
const TEXT = 'Ten lamps for the winter\n\nThey are <b>warm</b>.\nSee https://example.com/lamps?a=1&b=2.';

function file(overrides: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { id: 3, mimeType: 'image/png', size: 8, altText: null, read: async () => PIXELS, ...overrides };
}

describe.each(WORDPRESS)('%s provider, verifying', (_, open) => {
  it('returns the user name, the display name and the picture', async () => {
    await using fixture = await open();

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'verified',
      profile: fixture.profile,
    });
  });

  it('rejects a user who may not publish, and says what is missing', async () => {
    await using fixture = await open();
    await fixture.demote();

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'rejected',
      detail: expect.stringContaining('publish_posts is missing'),
    });
  });

  it('rejects an address without the REST API', async () => {
    await using fixture = await open();

    expect(
      await fixture.provider.verify(Object.assign(fixture.credentials, { siteUrl: fixture.server.origin })),
    ).toEqual({ kind: 'rejected', detail: expect.stringContaining('permalinks') });
  });

  it('accepts a password without its spaces', async () => {
    await using fixture = await open();
    const applicationPassword = fixture.applicationPassword.replaceAll(' ', '');
    const credentials = Object.assign(fixture.credentials, { applicationPassword });

    expect(await fixture.provider.verify(credentials)).toMatchObject({ kind: 'verified' });
  });
});

describe.each(WORDPRESS)('%s provider, publishing', (_, open) => {
  it('makes the first line the title, and escapes everything but links', async () => {
    await using fixture = await open();
    const items = [{ body: TEXT, url: 'https://example.com/shop', media: [] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(await fixture.posts()).toMatchObject([
      {
        status: 'publish',
        slug: expect.stringMatching(/^ten-lamps-for-the-winter-[0-9a-f]{12}$/u),
        title: 'Ten lamps for the winter',
        content:
          '<p>They are &lt;b&gt;warm&lt;/b&gt;.<br>See <a href="https://example.com/lamps?a=1&amp;b=2">' +
          'https://example.com/lamps?a=1&amp;b=2</a>.</p>\n\n' +
          '<p><a href="https://example.com/shop">https://example.com/shop</a></p>',
      },
    ]);
    expect(result.done).toEqual([
      {
        id: String((await fixture.posts())[0]?.id),
        url: expect.stringMatching(/^https:\/\/blog\.example\/(?:blog\/)?\d{4}\/\d\d\/ten-lamps/u),
      },
    ]);
  });

  it('passes the options on', async () => {
    await using fixture = await open();
    const categories = fixture.terms.categories.slice(0, 1);
    const tags = fixture.terms.tags.toSorted((a, b) => a - b);
    const options = {
      title: 'Lamps & [more]',
      excerpt: 'Warm <light>',
      categories,
      tags,
      format: 'aside',
      status: 'private',
      other: true,
    };

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [TEXT], { options }));

    expect(result.kind).toBe('published');
    expect(await fixture.posts()).toMatchObject([
      {
        title: 'Lamps &amp; &#091;more&#093;',
        content: expect.stringMatching(/^<p>Ten lamps for the winter<\/p>/u),
        excerpt: 'Warm &lt;light&gt;',
        categories,
        tags,
        format: 'aside',
        status: 'private',
      },
    ]);
  });

  it('shows the first image as the featured image, and the others below the text', async () => {
    await using fixture = await open();
    const media = [
      file({ altText: 'A "red" lamp' }),
      file({ id: 4, mimeType: 'image/jpeg', altText: '<3', read: async () => PHOTO }),
    ];

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, [], { items: [{ body: 'Lamps', url: null, media }] }),
    );

    const [first, second] = await fixture.files();
    expect(result.kind).toBe('published');
    expect(first).toMatchObject({
      mimeType: 'image/png',
      fileName: expect.stringMatching(/^3(?:-\d+)?\.png$/u),
      altText: 'A "red" lamp',
      bytes: PIXELS,
    });
    expect(await fixture.posts()).toMatchObject([
      {
        featuredMedia: first?.id,
        content:
          '<p>Lamps</p>\n\n<figure class="wp-block-image">' +
          `<img src="${second?.url}" alt="&lt;3"></figure>`,
      },
    ]);
  });

  it('uploads no image a second time when a response is lost', async () => {
    await using fixture = await open();
    const items = [{ body: 'Lamps', url: null, media: [file({ altText: 'A lamp' }), file({ id: 4 })] }];
    const request = threadOf(fixture.credentials, [], { items });
    // The search for the first image, its upload, its alternative text, and the upload of the second image.
    for (const before of [0, 1, 1, 2]) {
      fixture.server.plan('/blog/wp-json/wp/v2/media', ...Array(before).fill('fine'), 'taken_reset');
      expect(await fixture.provider.publish(request)).toMatchObject({ kind: 'retry', unknown: false });
    }

    expect(await fixture.provider.publish(request)).toMatchObject({ kind: 'published' });
    expect((await fixture.files()).map(({ altText }) => altText)).toEqual(['A lamp', '']);
    expect(await fixture.posts()).toHaveLength(1);
  });

  it('keeps the name of a file, and writes an alternative text once', async () => {
    await using fixture = await open();
    const altText = String.raw`A <b>brass</b> lamp \o/ & 20%20 more`;
    const media = [file({ name: 'Zehn Lämpchen (2).PNG', altText }), file({ id: 4, name: 'ランプ.png' })];
    const request = threadOf(fixture.credentials, [], { items: [{ body: null, url: null, media }] });
    fixture.server.plan('/blog/wp-json/wp/v2/posts', 'fine', 'error_before');

    await fixture.provider.publish(request);
    await fixture.provider.publish(request);

    expect(await fixture.files()).toMatchObject([
      {
        title: 'Zehn Lämpchen (2).PNG',
        fileName: expect.stringMatching(/^Zehn-Lampchen-2(?:-\d+)?\.png$/u),
        altText: 'A brass lamp o/ & 20 more',
      },
      { title: 'ランプ.png', fileName: expect.stringMatching(/^4(?:-\d+)?\.png$/u), altText: '' },
    ]);
    const written = fixture.server.requests.filter(
      ({ method, url }) => method === 'POST' && /\/media\/\d+$/u.test(url ?? ''),
    );
    expect(written).toHaveLength(1);
    expect((await fixture.posts())[0]?.content).toContain('alt="A &lt;b&gt;brass&lt;/b&gt; lamp');
  });

  it.each([
    ['categories', [99_999, 100_000], '99999, 100000'],
    ['tags', [77_777], '77777'],
  ] as const)('fails for unknown %s, which the site would ignore', async (kind, missing, unknown) => {
    await using fixture = await open();
    const ids = [...fixture.terms[kind].slice(0, 1), ...missing];

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, ['Lamps'], { options: { [kind]: ids } }),
    );

    expect(result).toMatchObject({
      kind: 'failed',
      error: {
        code: 'options_invalid',
        detail: expect.stringContaining(`no ${kind} with these IDs: ${unknown}.`),
      },
    });
    expect(await fixture.posts()).toEqual([]);
  });

  it('fails for a video, before anything is sent', async () => {
    await using fixture = await open();
    const items = [{ body: 'Film', url: null, media: [file({ mimeType: 'video/mp4' })] }];

    expect(await fixture.provider.publish(threadOf(fixture.credentials, [], { items }))).toMatchObject({
      kind: 'failed',
      error: { code: 'media_unsupported' },
    });
    expect(await fixture.posts()).toEqual([]);
  });

  it('fails for a thread, before anything is sent', async () => {
    await using fixture = await open();

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['One', 'Two']))).toMatchObject({
      kind: 'failed',
      done: [],
      error: { code: 'network_refused', detail: expect.stringContaining('threads') },
    });
    expect(fixture.server.requests).toEqual([]);
  });

  it('shows the only image of a post without text in its content too', async () => {
    await using fixture = await open();
    const items = [{ body: null, url: null, media: [file()] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(result.kind).toBe('published');
    expect(await fixture.posts()).toMatchObject([
      { slug: expect.stringMatching(/^post-/u), title: '', content: expect.stringContaining('<img') },
    ]);
  });

  it('fails on a site that changes slugs', async () => {
    await using fixture = await open();
    const request = threadOf(fixture.credentials, [`Hello ${RENAMED_WORD}`]);

    expect(await fixture.provider.publish(request)).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused', detail: expect.stringContaining('slugs') },
    });
    expect(await fixture.held()).toEqual([]);
  });

  it('fails if the site keeps the post for approval', async () => {
    await using fixture = await open();
    const request = threadOf(fixture.credentials, [`Hello ${APPROVED_WORD}`]);

    expect(await fixture.provider.publish(request)).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused', detail: expect.stringContaining('pending') },
    });
  });

  it('needs other credentials if the user may no longer publish', async () => {
    await using fixture = await open();
    await fixture.demote();

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'unauthorised',
      error: { code: 'credentials_refused', detail: expect.stringContaining('rest_cannot_publish') },
    });
  });
});

describe.each(WORDPRESS)('%s provider, removing', (_, open) => {
  it('moves a post to the trash, also a second time', async () => {
    await using fixture = await open();
    const { credentials, provider } = fixture;
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    const [remote] = done;
    if (remote === undefined) throw new Error('Nothing was published');

    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
    expect(await fixture.posts()).toMatchObject([{ status: 'trash' }]);
  });

  it.each([
    ['the post is unknown', async () => undefined, 'removed'],
    ['the password is revoked', async (fixture) => fixture.revoke(), 'unauthorised'],
    ['the user may not publish any more', async (fixture) => fixture.demote(), 'unauthorised'],
  ] as const satisfies readonly (readonly [string, (fixture: WordPressWorld) => unknown, string])[])(
    'returns the outcome if %s',
    async (situation, change: (fixture: WordPressWorld) => unknown, kind) => {
      await using fixture = await open();
      const { credentials, provider } = fixture;
      const { done } = await provider.publish(threadOf(credentials, ['Hello']));
      await change(fixture);
      const id = situation === 'the post is unknown' ? '99999999' : (done[0]?.id ?? '');

      expect(await provider.remove?.({ credentials, remote: { id, url: null } })).toMatchObject({ kind });
    },
  );
});

describe('wordpress provider, on a site that a test changes', () => {
  it('accepts a site without avatars, and a password without its spaces', async () => {
    await using fixture = await wordpressFixture();
    const applicationPassword = fixture.server.user.applicationPassword.replaceAll(' ', '');
    fixture.server.mood.withoutAvatars = true;

    expect(
      await fixture.provider.verify(Object.assign(fixture.credentials, { applicationPassword })),
    ).toMatchObject({ kind: 'verified', profile: { image: null } });
  });

  it('publishes no draft that a repetition would not find', async () => {
    await using fixture = await wordpressFixture();
    const request = threadOf(fixture.credentials, ['Hello']);
    fixture.server.mood.hidesDrafts = true;

    expect(await fixture.provider.publish(request)).toMatchObject({
      kind: 'retry',
      unknown: false,
      error: { code: 'network_unavailable', detail: expect.stringContaining('does not list') },
    });
    fixture.server.mood.hidesDrafts = false;
    expect(await fixture.provider.publish(request)).toMatchObject({ kind: 'published' });
    expect(fixture.server.posts).toHaveLength(1);
  });

  it('recognises a second copy that a person has published', async () => {
    await using fixture = await wordpressFixture();
    const request = threadOf(fixture.credentials, ['Hello']);
    fixture.server.plan(fixture.posting, 'error_before');
    await fixture.provider.publish(request);
    const [draft] = fixture.server.posts;
    if (draft === undefined) throw new Error('There is no draft');
    fixture.server.posts.push({ ...draft, id: draft.id + 1, slug: `${draft.slug}-2`, status: 'publish' });

    const result = await fixture.provider.publish(request);

    expect(result).toMatchObject({ kind: 'published', done: [{ id: String(draft.id + 1) }] });
    expect(fixture.held()).toHaveLength(1);
  });

  it('publishes the oldest of several drafts of a run', async () => {
    await using fixture = await wordpressFixture({ deadlineMs: 300 });
    const request = threadOf(fixture.credentials, ['Hello']);
    fixture.server.plan('/blog/wp-json/wp/v2/posts', 'fine', 'late');
    await fixture.provider.publish(request);
    await fixture.server.settled();

    expect(await fixture.provider.publish(request)).toMatchObject({ kind: 'published' });
    expect(fixture.server.posts.map(({ status }) => status)).toEqual(['publish']);
  });

  it('cannot remove a post from a site without a trash', async () => {
    await using fixture = await wordpressFixture();
    const { credentials, provider, server } = fixture;
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    server.mood.withoutTrash = true;
    const remote = { id: done[0]?.id ?? '', url: null };

    expect(await provider.remove?.({ credentials, remote })).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused' },
    });
  });

  it('can be repeated after a lost response, a firewall and a rate limit', async () => {
    await using fixture = await wordpressFixture();
    const { credentials, provider, server } = fixture;
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    const remote = { id: done[0]?.id ?? '', url: null };
    server.plan('/', 'taken_reset', 'firewall', 'error_before');

    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await provider.remove?.({ credentials, remote })).toMatchObject({
        kind: 'retry',
        error: { code: 'network_unavailable' },
        notBefore: null,
      });
    }
    fixture.limit(secondsAfterNow(60));
    expect(await provider.remove?.({ credentials, remote })).toMatchObject({
      kind: 'retry',
      error: { code: 'rate_limited' },
      notBefore: secondsAfterNow(60),
    });
    fixture.limit(secondsAfterNow(-1));
    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
  });
});
