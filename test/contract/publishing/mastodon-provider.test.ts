import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { mastodonFixture } from '#test/support/fixtures/publishing/mastodon-fixture.ts';
import { nextAttempt, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';

const PIXELS = new Uint8Array([137, 80, 78, 71, 0, 255, 13, 10]);

function file(overrides: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { id: 3, mimeType: 'image/png', size: 8, altText: null, read: async () => PIXELS, ...overrides };
}

function minutes(count: number): Date {
  return new Date(NOW.getTime() - count * 60_000);
}

describe('mastodon provider, verifying', () => {
  it('returns the address of the account, its display name and its picture', async () => {
    await using fixture = await mastodonFixture();

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'verified',
      profile: fixture.profile,
    });
  });

  it('rejects an account that may not sign in', async () => {
    await using fixture = await mastodonFixture();
    fixture.server.mood.loginDisabled = true;

    expect(await fixture.provider.verify(fixture.credentials)).toEqual({
      kind: 'rejected',
      detail:
        'The social network responded with 403 Forbidden: "Your login is currently disabled". Connect the account with valid credentials.',
    });
  });
});

describe('mastodon provider, publishing', () => {
  it('passes the options through, and adds the link after the text', async () => {
    await using fixture = await mastodonFixture();
    const options = {
      visibility: 'unlisted',
      spoiler_text: 'food',
      sensitive: true,
      language: 'en',
      other: [1],
    };
    const items = [
      { body: 'Read this', url: 'https://example.com/a', media: [] },
      { body: 'See https://example.com/b.', url: 'https://example.com/b', media: [] },
    ];

    await fixture.provider.publish(threadOf(fixture.credentials, [], { items, options }));

    expect(fixture.server.statuses).toMatchObject([
      {
        text: 'Read this\n\nhttps://example.com/a',
        visibility: 'unlisted',
        spoilerText: 'food',
        sensitive: true,
        language: 'en',
      },
      { text: 'See https://example.com/b.', visibility: 'unlisted' },
    ]);
  });

  it('applies the limit including the content warning, as `networkIssues` predicts', async () => {
    await using fixture = await mastodonFixture();
    const attempt = (characters: number) => {
      const options = { spoiler_text: 'x'.repeat(100) };
      return fixture.provider.publish(threadOf(fixture.credentials, ['x'.repeat(characters)], { options }));
    };

    expect(await attempt(401)).toMatchObject({ kind: 'failed', error: { code: 'network_refused' } });
    expect(await attempt(400)).toMatchObject({ kind: 'published' });
  });

  it('uses the default of the instance if an option is null or absent', async () => {
    await using fixture = await mastodonFixture();

    await fixture.provider.publish(
      threadOf(fixture.credentials, ['Hello'], { options: { visibility: null } }),
    );

    expect(fixture.server.statuses).toMatchObject([
      { visibility: 'public', sensitive: false, language: null },
    ]);
  });

  it('gives each status of the thread its own key, the same at every attempt', async () => {
    await using fixture = await mastodonFixture();
    const request = threadOf(fixture.credentials, ['One', 'Two']);
    fixture.server.plan(fixture.posting, 'fine', 'taken_reset');

    const first = await fixture.provider.publish(request);
    await fixture.provider.publish(nextAttempt(request, first, NOW));

    const keys = fixture.server.requests
      .filter(({ url }) => url === fixture.posting)
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([
      'post-1/run-1/account-7:0',
      'post-1/run-1/account-7:1',
      'post-1/run-1/account-7:1',
    ]);
  });

  it('uploads files with their bytes, type and alternative text', async () => {
    await using fixture = await mastodonFixture();
    const media = [file({ altText: 'A "red" dot\r\n--on white' }), file({ id: 4, mimeType: 'image/jpeg' })];

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, [], { items: [{ body: null, url: null, media }] }),
    );

    expect(result.kind).toBe('published');
    expect(fixture.server.files).toMatchObject([
      { mimeType: 'image/png', fileName: '3.png', description: 'A "red" dot\r\n--on white', bytes: PIXELS },
      { mimeType: 'image/jpeg', fileName: '4.jpeg', description: null },
    ]);
    expect(fixture.server.statuses).toMatchObject([
      { text: '', mediaIds: fixture.server.files.map(({ id }) => id) },
    ]);
  });

  it('waits until a video is processed', async () => {
    await using fixture = await mastodonFixture();
    fixture.server.mood.processingPolls = 5;
    const items = [{ body: 'Film', url: null, media: [file({ mimeType: 'video/mp4' })] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(result.kind).toBe('published');
    expect(fixture.server.requests.filter(({ url }) => url?.startsWith('/api/v1/media/'))).toHaveLength(6);
  });

  it('requests another attempt when a video takes too long, without posting anything', async () => {
    await using fixture = await mastodonFixture();
    fixture.server.mood.processingPolls = 1000;
    const items = [{ body: 'Film', url: null, media: [file({ mimeType: 'video/mp4' })] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(result).toMatchObject({ kind: 'retry', unknown: false, error: { code: 'media_not_processed' } });
    expect(fixture.server.statuses).toEqual([]);
  });

  it.each([
    ['a file that cannot be processed', { mimeType: 'video/mp4' as const }, true],
    ['an alternative text that is too long', { altText: 'x'.repeat(1501) }, false],
  ])('fails for %s, with the words of the network', async (_, overrides, processingFails) => {
    await using fixture = await mastodonFixture();
    fixture.server.mood.processingFails = processingFails;
    const items = [{ body: 'Film', url: null, media: [file(overrides)] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(result).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused', detail: expect.stringContaining('Validation failed') },
    });
  });

  it('retries an upload safely when its response is lost', async () => {
    await using fixture = await mastodonFixture();
    fixture.server.plan('/api/v2/media', 'taken_reset');
    const items = [{ body: 'Picture', url: null, media: [file()] }];

    expect(await fixture.provider.publish(threadOf(fixture.credentials, [], { items }))).toMatchObject({
      kind: 'retry',
      unknown: false,
    });
  });

  it('fails when the post to reply to was deleted', async () => {
    await using fixture = await mastodonFixture();
    const done = [{ id: '999', url: null }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, ['One', 'Two'], { done }));

    expect(result).toMatchObject({ kind: 'failed', done, error: { code: 'network_refused' } });
  });
});

describe('mastodon provider, with an outcome that is not known', () => {
  it('retries for 50 minutes', async () => {
    await using fixture = await mastodonFixture();
    const request = threadOf(fixture.credentials, ['Hello'], { unknownSince: minutes(50) });

    expect(await fixture.provider.publish(request)).toMatchObject({ kind: 'published' });
  });

  it('ends without calling the network after that', async () => {
    await using fixture = await mastodonFixture();
    const done = [{ id: '1', url: null }];
    const unknownSince = new Date(minutes(50).getTime() - 1);
    const { facts = null } = fixture.profile;
    const request = threadOf(fixture.credentials, ['One', 'Two'], { unknownSince, done, facts });

    expect(await fixture.provider.publish(request)).toMatchObject({
      kind: 'failed',
      done,
      error: { code: 'outcome_unknown' },
    });
    expect(fixture.server.requests).toHaveLength(0);
  });

  it('confirms the reason: an hour later the instance would post a second time', async () => {
    await using fixture = await mastodonFixture();
    const request = threadOf(fixture.credentials, ['Hello']);
    fixture.server.plan(fixture.posting, 'taken_reset');
    await fixture.provider.publish(request);
    fixture.clock.advance(3600);

    await fixture.provider.publish(request);

    expect(fixture.server.statuses).toHaveLength(2);
  });
});
