import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { wordpressFixture } from '#test/support/fixtures/publishing/wordpress-fixture.ts';

const PIXELS = new Uint8Array([137, 80, 78, 71, 0, 255, 13, 10]);
const TEXT = 'Ten lamps for the winter\n\nThey are <b>warm</b>.\nSee https://example.com/lamps?a=1&b=2.';

function file(overrides: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { id: 3, mimeType: 'image/png', size: 8, altText: null, read: async () => PIXELS, ...overrides };
}

describe('wordpress provider, verifying', () => {
  it('returns the user name, the display name and the picture', async () => {
    await using fixture = await wordpressFixture();

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'verified',
      profile: {
        identity: fixture.profile.identity,
        username: 'ada',
        name: 'Ada L.',
        image: 'https://a.example/96',
      },
    });
  });

  it('accepts a site without avatars, and a password without its spaces', async () => {
    await using fixture = await wordpressFixture();
    const applicationPassword = fixture.server.user.applicationPassword.replaceAll(' ', '');
    fixture.server.mood.withoutAvatars = true;

    expect(
      await fixture.provider.verify(Object.assign(fixture.credentials, { applicationPassword })),
    ).toMatchObject({ kind: 'verified', profile: { image: null } });
  });

  it('rejects a user who may not publish, and says what is missing', async () => {
    await using fixture = await wordpressFixture();
    fixture.server.mood.role = 'contributor';

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'rejected',
      detail: expect.stringContaining('publish_posts is missing'),
    });
  });

  it('rejects an address without the REST API', async () => {
    await using fixture = await wordpressFixture();

    expect(
      await fixture.provider.verify(Object.assign(fixture.credentials, { siteUrl: fixture.server.origin })),
    ).toEqual({ kind: 'rejected', detail: expect.stringContaining('permalinks') });
  });
});

describe('wordpress provider, publishing', () => {
  it('makes the first line the title, and escapes everything but links', async () => {
    await using fixture = await wordpressFixture();
    const items = [{ body: TEXT, url: 'https://example.com/shop', media: [] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(fixture.server.posts).toMatchObject([
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
        id: String(fixture.server.posts[0]?.id),
        url: expect.stringMatching(/^https:\/\/blog\.example\/2026\/11\/ten-lamps/u),
      },
    ]);
  });

  it('passes the options on', async () => {
    await using fixture = await wordpressFixture();
    const options = {
      title: 'Lamps & [more]',
      excerpt: 'Warm <light>',
      categories: [3],
      tags: [4, 5],
      format: 'aside',
      status: 'private',
      other: true,
    };

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [TEXT], { options }));

    expect(result.kind).toBe('published');
    expect(fixture.server.posts).toMatchObject([
      {
        title: 'Lamps &amp; &#091;more&#093;',
        content: expect.stringMatching(/^<p>Ten lamps for the winter<\/p>/u),
        excerpt: 'Warm &lt;light&gt;',
        categories: [3],
        tags: [4, 5],
        format: 'aside',
        status: 'private',
      },
    ]);
  });

  it('shows the first image as the featured image, and the others below the text', async () => {
    await using fixture = await wordpressFixture();
    const media = [file({ altText: 'A "red" lamp' }), file({ id: 4, mimeType: 'image/jpeg', altText: '<3' })];

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, [], { items: [{ body: 'Lamps', url: null, media }] }),
    );

    const [first, second] = fixture.server.files;
    expect(result.kind).toBe('published');
    expect(first).toMatchObject({
      mimeType: 'image/png',
      fileName: '3.png',
      altText: 'A "red" lamp',
      bytes: PIXELS,
    });
    expect(fixture.server.posts).toMatchObject([
      {
        featuredMedia: first?.id,
        content:
          '<p>Lamps</p>\n\n<figure class="wp-block-image">' +
          `<img src="https://blog.example/files/${second?.id}/4.jpeg" alt="&lt;3"></figure>`,
      },
    ]);
  });

  it('uploads no image a second time when a response is lost', async () => {
    await using fixture = await wordpressFixture();
    const items = [{ body: 'Lamps', url: null, media: [file({ altText: 'A lamp' }), file({ id: 4 })] }];
    const request = threadOf(fixture.credentials, [], { items });
    // The search for the first image, its upload, its alternative text, and the upload of the second image.
    for (const before of [0, 1, 1, 2]) {
      fixture.server.plan('/blog/wp-json/wp/v2/media', ...Array(before).fill('fine'), 'taken_reset');
      expect(await fixture.provider.publish(request)).toMatchObject({ kind: 'retry', unknown: false });
    }

    expect(await fixture.provider.publish(request)).toMatchObject({ kind: 'published' });
    expect(fixture.server.files.map(({ altText }) => altText)).toEqual(['A lamp', '']);
    expect(fixture.server.posts).toHaveLength(1);
  });

  it('keeps the name of a file, and writes an alternative text once', async () => {
    await using fixture = await wordpressFixture();
    const altText = String.raw`A <b>brass</b> lamp \o/ & 20%20 more`;
    const media = [file({ name: 'Zehn Lämpchen (2).PNG', altText }), file({ id: 4, name: 'ランプ.png' })];
    const request = threadOf(fixture.credentials, [], { items: [{ body: null, url: null, media }] });
    fixture.server.plan('/blog/wp-json/wp/v2/posts', 'fine', 'error_before');

    await fixture.provider.publish(request);
    await fixture.provider.publish(request);

    expect(fixture.server.files).toMatchObject([
      {
        title: 'Zehn Lämpchen (2).PNG',
        fileName: 'Zehn-Lampchen-2.png',
        altText: 'A brass lamp o/ & 20 more',
      },
      { title: 'ランプ.png', fileName: '4.png', altText: '' },
    ]);
    const written = fixture.server.requests.filter(
      ({ method, url }) => method === 'POST' && /\/media\/\d+$/u.test(url ?? ''),
    );
    expect(written).toHaveLength(1);
    expect(fixture.server.posts[0]?.content).toContain('alt="A &lt;b&gt;brass&lt;/b&gt; lamp');
  });

  it.each([
    ['categories', [3, 99, 100], '99, 100'],
    ['tags', [77], '77'],
  ])('fails for unknown %s, which the site would ignore', async (kind, ids, unknown) => {
    await using fixture = await wordpressFixture();

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
    expect(fixture.server.posts).toEqual([]);
  });

  it('fails for a video, before anything is sent', async () => {
    await using fixture = await wordpressFixture();
    const items = [{ body: 'Film', url: null, media: [file({ mimeType: 'video/mp4' })] }];

    expect(await fixture.provider.publish(threadOf(fixture.credentials, [], { items }))).toMatchObject({
      kind: 'failed',
      error: { code: 'media_unsupported' },
    });
    expect(fixture.server.posts).toEqual([]);
  });

  it('fails for a thread, before anything is sent', async () => {
    await using fixture = await wordpressFixture();

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['One', 'Two']))).toMatchObject({
      kind: 'failed',
      done: [],
      error: { code: 'network_refused', detail: expect.stringContaining('threads') },
    });
    expect(fixture.server.requests).toEqual([]);
  });

  it('shows the only image of a post without text in its content too', async () => {
    await using fixture = await wordpressFixture();
    const items = [{ body: null, url: null, media: [file()] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(result.kind).toBe('published');
    expect(fixture.server.posts).toMatchObject([
      { slug: expect.stringMatching(/^post-/u), title: '', content: expect.stringContaining('<img') },
    ]);
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

  it('fails on a site that changes slugs', async () => {
    await using fixture = await wordpressFixture();
    fixture.server.mood.ownSlugs = true;

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused', detail: expect.stringContaining('slugs') },
    });
    expect(fixture.held()).toEqual([]);
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

  it('fails if the site keeps the post for approval', async () => {
    await using fixture = await wordpressFixture();
    fixture.server.mood.approval = 'pending';

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused', detail: expect.stringContaining('pending') },
    });
  });

  it('needs other credentials if the user may no longer publish', async () => {
    await using fixture = await wordpressFixture();
    fixture.server.mood.role = 'contributor';

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'unauthorised',
      error: { code: 'credentials_refused', detail: expect.stringContaining('rest_cannot_publish') },
    });
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
});

describe('wordpress provider, removing', () => {
  it('moves a post to the trash, also a second time', async () => {
    await using fixture = await wordpressFixture();
    const { credentials, provider } = fixture;
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    const [remote] = done;
    if (remote === undefined) throw new Error('Nothing was published');

    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
    expect(fixture.server.posts).toMatchObject([{ status: 'trash' }]);
  });

  it.each([
    ['the post is unknown', (): void => {}, { kind: 'removed' }],
    ['the site has no trash', 'withoutTrash', { kind: 'failed', error: { code: 'network_refused' } }],
    ['the password is revoked', 'passwordRevoked', { kind: 'unauthorised' }],
  ] as const)('returns the outcome if %s', async (_, mood, outcome) => {
    await using fixture = await wordpressFixture();
    const { credentials, provider, server } = fixture;
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    if (typeof mood === 'string') server.mood[mood] = true;
    const remote = { id: typeof mood === 'string' ? (done[0]?.id ?? '') : '999', url: null };

    expect(await provider.remove?.({ credentials, remote })).toMatchObject(outcome);
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
