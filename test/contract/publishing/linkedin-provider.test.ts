import { describe, expect, it } from 'vitest';
import { createLinkedInProvider } from '#shared/publishing/networks/linkedin/linkedin.ts';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { linkedInFixture } from '#test/support/fixtures/publishing/linkedin-fixture.ts';
import { nextAttempt, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';

const PIXELS = new Uint8Array([137, 80, 78, 71, 0, 255, 13, 10]);

function file(overrides: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { id: 3, mimeType: 'image/png', size: 8, altText: null, read: async () => PIXELS, ...overrides };
}

function withMedia(media: readonly OutgoingMedia[], url: string | null = null) {
  return { items: [{ body: 'Look', url, media }] };
}

describe.concurrent('linkedin provider, publishing', () => {
  it('publishes a text with its link, a card for the link, and hashtags that are links', async () => {
    await using fixture = await linkedInFixture();
    const url = 'https://example.com/a_b(c)?d=#e';
    const items = [{ body: 'Hello (all) #Launch2027, #1 @ada_l *new* \\o/ {x|y} <z>', url, media: [] }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    const [post] = fixture.server.posts;
    expect(post).toMatchObject({
      author: 'urn:li:person:782bbtaQ',
      text: `${items[0]?.body}\n\n${url}`,
      hashtags: ['Launch2027'],
      visibility: 'PUBLIC',
      content: { article: { source: url, title: 'example.com/a_b(c)' } },
    });
    expect(result).toEqual({
      kind: 'published',
      done: [{ id: post?.urn, url: `https://www.linkedin.com/feed/update/${post?.urn}/` }],
    });
  });

  it('publishes to connections only, if the version says so', async () => {
    await using fixture = await linkedInFixture();
    const options = { visibility: 'connections', other: 1 };
    await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'], { options }));

    expect(fixture.server.posts[0]?.visibility).toBe('CONNECTIONS');
  });

  it('uploads one image with its alternative text, instead of the card', async () => {
    await using fixture = await linkedInFixture();
    const media = [file({ altText: 'A lamp' })];
    await fixture.provider.publish(
      threadOf(fixture.credentials, [], withMedia(media, 'https://example.com')),
    );

    const [image] = fixture.server.images;
    expect(image).toMatchObject({ mimeType: 'image/png', bytes: PIXELS });
    expect(fixture.server.posts[0]?.content).toEqual({ media: { id: image?.urn, altText: 'A lamp' } });
  });

  it('publishes 20 images as one post', async () => {
    await using fixture = await linkedInFixture();
    const media = Array.from({ length: 20 }, (_, id) => file({ id }));
    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], withMedia(media)));

    expect(result.kind).toBe('published');
    expect(fixture.server.posts[0]?.content).toEqual({
      multiImage: { images: fixture.server.images.map(({ urn }) => ({ id: urn })) },
    });
  });

  it('fails for a format that LinkedIn does not accept, before anything is sent', async () => {
    await using fixture = await linkedInFixture();
    const media = [file({ mimeType: 'image/webp' })];

    expect(await fixture.provider.publish(threadOf(fixture.credentials, [], withMedia(media)))).toMatchObject(
      { kind: 'failed', error: { code: 'media_unsupported' } },
    );
    expect(fixture.server.requests).toHaveLength(0);
  });

  it('never sends the token to an upload address of another host', async () => {
    await using fixture = await linkedInFixture();
    fixture.server.mood.uploadOrigin = 'http://127.0.0.2:9';

    expect(
      await fixture.provider.publish(threadOf(fixture.credentials, [], withMedia([file()]))),
    ).toMatchObject({ kind: 'failed', error: { code: 'network_refused' } });
  });

  it.each(['error_before', 'firewall', 'taken_error', 'taken_reset'] as const)(
    'repeats an upload after %s, because nobody sees it without a post',
    async (fault) => {
      await using fixture = await linkedInFixture();
      fixture.server.plan('/upload/', fault);
      const request = threadOf(fixture.credentials, [], withMedia([file()]));
      const first = await fixture.provider.publish(request);

      expect(first).toMatchObject({ kind: 'retry', unknown: false });
      expect((await fixture.provider.publish(nextAttempt(request, first, NOW))).kind).toBe('published');
      expect(fixture.held()).toHaveLength(1);
    },
  );

  it('rejects a thread, which LinkedIn does not have', async () => {
    await using fixture = await linkedInFixture();

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['One', 'Two']))).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused' },
    });
    expect(fixture.held()).toEqual([]);
  });

  it('fails with the words of the network for a text that is too long, as `networkIssues` predicts', async () => {
    await using fixture = await linkedInFixture();
    const attempt = (text: string) => fixture.provider.publish(threadOf(fixture.credentials, [text]));

    expect(await attempt('x'.repeat(3000))).toMatchObject({ kind: 'published' });
    expect(await attempt('x'.repeat(3001))).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused', detail: expect.stringContaining('limit of 3000') },
    });
  });
});

describe('linkedin provider, removing', () => {
  it('does not take a page of a proxy for a post that is missing', async () => {
    const responding = (status: number, text: string) =>
      createLinkedInProvider({
        http: async () => ({ status, headers: {}, text }),
        clock: () => NOW,
        origin: 'https://api.linkedin.com',
      });
    await using fixture = await linkedInFixture();
    const request = { credentials: fixture.credentials, remote: { id: 'urn:li:share:1', url: null } };
    const missing = '{"status":404,"message":"Not found"}';

    expect(await responding(404, missing).remove?.(request)).toEqual({ kind: 'removed' });
    expect(await responding(404, '<html>Not found</html>').remove?.(request)).toMatchObject({
      kind: 'failed',
    });
    expect(await responding(200, '<html>Welcome</html>').remove?.(request)).toMatchObject({ kind: 'retry' });
  });
});
