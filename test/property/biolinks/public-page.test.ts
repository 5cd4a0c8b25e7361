import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVideoEmbed } from '#shared/biolinks/domain/video-embed.ts';
import { accessibleText } from '#shared/biolinks/render/accessible-text.ts';
import { textOf } from '#shared/platform/render/markup.ts';
import { parsePage } from '#test/support/fixtures/biolinks/parsed-page.ts';
import { createVisitorFixture, lockedWith } from '#test/support/fixtures/biolinks/visitor-fixture.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const PATHS = [
  '/ada',
  '/locked',
  '/ada/unlock',
  '/locked/unlock',
  '/ada/acknowledge',
  '/ada/consent',
  '/robots.txt',
  '/sitemap.xml',
];
/** It serves no page. */
const API_HOST = 'api.example.com';
const text = fc.string({ unit: 'binary' });

describe('any request of a visitor', () => {
  it('gets a response with security headers, an HTML document on hosts of pages unless it is a file, and never the hidden text', async () => {
    const fixture = createVisitorFixture();
    await fixture.publish({}, [{ type: 'text', text: 'Hello' }]);
    await fixture.publish({ slug: 'locked', ...lockedWith('open') }, [{ type: 'text', text: 'Treasure' }]);
    const statuses = new Set<number>();
    const request = fc.record(
      {
        host: fc.constantFrom('pages.example.com', API_HOST, 'other.example.org'),
        query: fc.dictionary(text, text, { maxKeys: 2 }),
        headers: fc.dictionary(
          fc.constantFrom(
            'accept-encoding',
            'if-none-match',
            'dnt',
            'sec-gpc',
            'origin',
            'sec-fetch-site',
            'content-type',
          ),
          fc.oneof(fc.constantFrom('br', '*', '1', 'same-origin'), text),
        ),
        cookies: fc.array(text, { maxLength: 2 }),
        sourceIp: fc.oneof(fc.ipV4(), fc.ipV6(), text),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), request, text, async (path, parts, body) => {
        const isForm = /\/(?:unlock|acknowledge|consent)$/u.test(path);
        const response = await fixture.visit(path, { ...parts, ...(isForm ? { body, method: 'POST' } : {}) });
        statuses.add(response.status);
        const plain = response.isBase64 ? '' : response.body;

        expect(response.status).toBeLessThan(500);
        expect(response.headers['X-Content-Type-Options']).toBe('nosniff');
        expect(plain).not.toContain('Treasure');
        const type = parts.host === API_HOST ? 'application/problem+json' : 'text/html; charset=utf-8';
        if (response.status >= 400) expect(response.headers['Content-Type']).toBe(type);
      }),
      { numRuns: runs(400) },
    );

    expect(statuses).toContain(200);
    expect(statuses).toContain(404);
  });
});

describe('any text', () => {
  it('is shown unchanged, except for what screen readers skip', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom('🎉', '👩‍👩‍👧', '<', 'a', '1️⃣', '#', ' '),
            fc.string({ unit: 'grapheme' }),
          ),
        }),
        async (shown) => {
          const [paragraph] = parsePage(`<!doctype html><p>${await textOf(accessibleText(shown))}</p>`).all(
            'p',
          );

          expect(paragraph?.text).toBe(shown.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', ''));
        },
      ),
    );
  });

  it('never embeds a player of another site', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const embed = toVideoEmbed(url);

        expect(
          embed === undefined || /^https:\/\/(?:www\.youtube-nocookie|player\.vimeo)\.com\//u.test(embed.src),
        ).toBe(true);
      }),
    );
  });
});
