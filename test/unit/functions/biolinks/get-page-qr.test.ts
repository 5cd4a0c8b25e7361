import { describe, expect } from 'vitest';
import { anEditedPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { it, lockedWith } from '#test/support/fixtures/biolinks/visitor-fixture.ts';

/** First bytes of every PNG file. */
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('get-page-qr', () => {
  it('returns an SVG image that runs no script, with a name for saving it', async (fixture) => {
    await fixture.publish();
    const { status, headers, body } = await fixture.visit('/ada/qr.svg');

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'",
      'Content-Disposition': 'inline; filename="ada-qr.svg"',
      'Cache-Control': 'public, max-age=3600',
    });
    expect(body).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8" \?><svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u,
    );
  });

  it('returns a PNG image', async (fixture) => {
    await fixture.publish();
    const { status, headers, body, isBase64 } = await fixture.visit('/ada/qr.png');

    expect([status, headers['Content-Type'], isBase64]).toEqual([200, 'image/png', true]);
    expect(Buffer.from(body, 'base64').subarray(0, 4)).toEqual(PNG);
  });

  it('is another code for another page, and the same in every response', async (fixture) => {
    await fixture.publish();
    await fixture.publish({ slug: 'bob' });
    const [ada, again, bob] = [
      await fixture.visit('/ada/qr.svg'),
      await fixture.visit('/ada/qr.svg'),
      await fixture.visit('/bob/qr.svg'),
    ];

    expect(again.body).toBe(ada.body);
    expect(bob.body).not.toBe(ada.body);
  });

  it('exists for the longest slug, and for a page with a password', async (fixture) => {
    await fixture.publish({ slug: 'a'.repeat(60), ...lockedWith('x') });

    expect((await fixture.visit(`/${'a'.repeat(60)}/qr.png`)).status).toBe(200);
  });

  it.each(['svg', 'png'])(
    'redirects an earlier slug to the code of the current URL: %s',
    async (format, fixture) => {
      const page = await fixture.publish({ slug: 'old' });
      await fixture.pages.save(page, anEditedPage(page, { slug: 'new' }), aContext());

      expect(await fixture.visit(`/old/qr.${format}`, { query: { utm_source: 'x' } })).toMatchObject({
        status: 308,
        headers: { Location: `https://pages.example.com/new/qr.${format}?utm_source=x` },
      });
    },
  );

  it.each([
    ['a draft', { status: 'draft' }, 404],
    ['an archived page', { status: 'archived' }, 404],
    ['a disabled page', { disabled: true }, 410],
  ] as const)('is an HTML page for %s', async (_, fields, status, fixture) => {
    await fixture.publish(fields);

    expect(await fixture.visit('/ada/qr.svg')).toMatchObject({
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
  });

  it.each(['nobody', 'console', 'a%20b', '%3Csvg%3E'])('is 404 for the slug %s', async (slug, fixture) => {
    expect((await fixture.visit(`/${slug}/qr.svg`)).status).toBe(404);
  });
});
