import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { devtoFixture } from '#test/support/fixtures/publishing/devto-fixture.ts';
import { nextAttempt, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';

const MARKER = /^<!-- id: [0-9a-f]{32} -->\n\n/u;

describe('devto provider, verifying', () => {
  it('returns the user name, the display name and the picture', async () => {
    await using fixture = await devtoFixture();

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'verified',
      profile: {
        identity: fixture.profile.identity,
        username: 'ada',
        name: 'Ada L.',
        image: 'https://images.example/ada.png',
      },
    });
  });

  it('rejects a suspended user', async () => {
    await using fixture = await devtoFixture();
    fixture.server.mood.suspended = true;

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'rejected',
      detail: expect.stringContaining('User is suspended'),
    });
  });
});

describe('devto provider, publishing', () => {
  it('makes the first line the title, and the rest the Markdown below a marker', async () => {
    await using fixture = await devtoFixture();
    const items = [{ body: '# Ten lamps\n\nThey are **warm**.', url: 'https://example.com/shop', media: [] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    const [article] = fixture.server.articles;
    expect(article).toMatchObject({ title: 'Ten lamps', published: true, tags: [], canonicalUrl: null });
    expect(article?.body).toMatch(MARKER);
    expect(article?.body.replace(MARKER, '')).toBe('They are **warm**.\n\nhttps://example.com/shop');
    expect(result.done).toEqual([
      { id: String(article?.id), url: `https://dev.example/ada/article-${article?.id}` },
    ]);
  });

  it('passes the options on', async () => {
    await using fixture = await devtoFixture();
    const options = {
      title: 'Lamps',
      tags: ['webdev', 'aws'],
      series: 'Light',
      canonical_url: 'https://example.com/lamps',
      description: 'Warm',
      organization_id: 7,
      other: true,
    };

    await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'], { options }));

    expect(fixture.server.articles).toMatchObject([
      {
        title: 'Lamps',
        tags: ['webdev', 'aws'],
        series: 'Light',
        canonicalUrl: 'https://example.com/lamps',
        description: 'Warm',
        organizationId: 7,
      },
    ]);
  });

  it('publishes no front matter, which could replace the fields of the request', async () => {
    await using fixture = await devtoFixture();
    const text = '---\ntitle: Other\npublished: true\n---\nHello';

    expect(
      await fixture.provider.publish(threadOf(fixture.credentials, [text], { options: { title: 'Mine' } })),
    ).toMatchObject({ kind: 'published' });
    expect(fixture.server.articles).toMatchObject([{ title: 'Mine' }]);
  });

  it('fails for a file and for a thread, before anything is created', async () => {
    await using fixture = await devtoFixture();
    const read = async () => new Uint8Array(1);
    const image: OutgoingMedia = { id: 3, mimeType: 'image/png', size: 1, altText: null, read };
    const items = [{ body: 'Hello', url: null, media: [image] }];

    expect(await fixture.provider.publish(threadOf(fixture.credentials, [], { items }))).toMatchObject({
      kind: 'failed',
      error: { code: 'media_unsupported' },
    });
    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['One', 'Two']))).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused', detail: expect.stringContaining('threads') },
    });
    expect(fixture.server.articles).toEqual([]);
  });

  it('publishes no draft that a repetition would not find', async () => {
    await using fixture = await devtoFixture();
    const { server, provider } = fixture;
    const request = threadOf(fixture.credentials, ['Hello']);
    server.mood.hidesDrafts = true;

    expect(await provider.publish(request)).toMatchObject({
      kind: 'retry',
      unknown: false,
      error: { code: 'network_unavailable', detail: expect.stringContaining('does not list') },
    });
    server.mood.hidesDrafts = false;
    expect(await provider.publish(request)).toMatchObject({ kind: 'published' });
    expect(server.articles).toHaveLength(1);
  });

  it('finds its draft below newer drafts, and its article among older ones', async () => {
    await using fixture = await devtoFixture();
    const { server, provider } = fixture;
    const longAgo = new Date(NOW.getTime() - 86_400_000);
    for (let index = 0; index < 25; index += 1) {
      server.add({ published: true, publishedAt: longAgo, createdAt: longAgo });
    }
    const request = threadOf(fixture.credentials, ['Hello']);
    server.plan(fixture.posting, 'error_before');
    await provider.publish(request);
    fixture.clock.advance(60);
    for (let index = 0; index < 25; index += 1) server.add({ createdAt: fixture.clock() });

    const second = await provider.publish(request);

    expect(second.kind).toBe('published');
    expect(await provider.publish(request)).toEqual(second);
    expect(server.articles).toHaveLength(51);
  });

  it('finds its published article even if there are more than 100 drafts', async () => {
    await using fixture = await devtoFixture();
    const request = threadOf(fixture.credentials, ['Hello']);
    const first = await fixture.provider.publish(request);
    fixture.clock.advance(60);
    for (let index = 0; index < 120; index += 1) fixture.server.add({ createdAt: fixture.clock() });

    expect(await fixture.provider.publish(request)).toEqual(first);
    expect(fixture.server.articles).toHaveLength(121);
  });

  it('reads only the first page of a long list of older articles', async () => {
    await using fixture = await devtoFixture();
    const longAgo = new Date(NOW.getTime() - 86_400_000);
    for (let index = 0; index < 50; index += 1) {
      fixture.server.add({ published: true, publishedAt: longAgo, createdAt: longAgo });
    }

    await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']));

    expect(fixture.server.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });
});

describe('devto provider, with a title that was used in the last five minutes', () => {
  it('waits, because the other article is not that of the run', async () => {
    await using fixture = await devtoFixture();
    const { clock, server } = fixture;
    server.add({ title: 'Hello', createdAt: clock() });
    const request = threadOf(fixture.credentials, ['Hello']);

    const first = await fixture.provider.publish(request);

    expect(first).toMatchObject({
      kind: 'retry',
      unknown: false,
      notBefore: secondsAfterNow(300),
      error: { code: 'rate_limited' },
    });
    clock.advance(301);
    expect(await fixture.provider.publish(nextAttempt(request, first, clock()))).toMatchObject({
      kind: 'published',
    });
  });

  it('publishes the draft of an earlier request that arrived late', async () => {
    await using fixture = await devtoFixture();
    const { server, provider } = fixture;
    const request = threadOf(fixture.credentials, ['Hello']);
    server.plan(fixture.posting, 'error_before');
    await provider.publish(request);
    // The second attempt searches just before the draft of the first one exists.
    const [draft] = server.articles.splice(0);
    server.mood.afterList = () => void server.articles.push(...(draft === undefined ? [] : [draft]));

    const result = await provider.publish(request);

    expect(result).toMatchObject({ kind: 'published', done: [{ id: String(draft?.id) }] });
    expect(await provider.publish(request)).toEqual(result);
    expect(fixture.held()).toHaveLength(1);
  });
});

describe('devto provider, removing', () => {
  it('makes the article a draft again, also a second time', async () => {
    await using fixture = await devtoFixture();
    const { credentials, provider } = fixture;
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    const remote = { id: done[0]?.id ?? '', url: null };

    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
    expect(fixture.server.articles).toMatchObject([{ published: false }]);
  });

  it('returns the outcome of each failure', async () => {
    await using fixture = await devtoFixture();
    const { credentials, provider, server } = fixture;
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    const remove = (id = done[0]?.id ?? '') => provider.remove?.({ credentials, remote: { id, url: null } });

    expect(await remove('1999999')).toEqual({ kind: 'removed' });
    server.plan('/', 'taken_reset', 'firewall');
    expect(await remove()).toMatchObject({ kind: 'retry', error: { code: 'network_unavailable' } });
    expect(await remove()).toMatchObject({ kind: 'retry', error: { code: 'network_unavailable' } });
    fixture.limit(secondsAfterNow(60));
    expect(await remove()).toMatchObject({ kind: 'retry', notBefore: secondsAfterNow(60) });
    fixture.limit(secondsAfterNow(-1));
    fixture.revoke();
    expect(await remove()).toMatchObject({ kind: 'unauthorised' });
  });
});
