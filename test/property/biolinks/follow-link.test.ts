import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVisitorFixture } from '#test/support/fixtures/biolinks/visitor-fixture.ts';

const TARGETS = ['https://shop.example/a?b=1', 'https://instagram.example/ada', 'https://cats.example/'];

/** A page with a link, profiles and an image, and the parts of paths that lead to them. */
async function createPage() {
  const fixture = createVisitorFixture();
  const page = await fixture.publish({}, [
    { type: 'link', title: 'Shop', url: TARGETS[0] ?? '', icon: null },
    {
      type: 'social',
      items: [
        { network: 'instagram', url: TARGETS[1] ?? '' },
        { network: 'mastodon', url: 'https://social.example/@ada' },
      ],
    },
    { type: 'image', mediaUrl: 'https://i.example/a.png', alt: '', url: TARGETS[2] ?? '' },
    {
      content: { type: 'link', title: 'Hidden', url: 'https://hidden.example/', icon: null },
      visible: false,
    },
    { type: 'email', title: 'Write', email: 'ada@example.com' },
  ]);
  const { blocks } = await fixture.blocks.read(page.id);
  return { fixture, ids: blocks.map(({ id }) => id) };
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.webUrl(),
  fc.constantFrom(
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '..',
    '%2e%2e',
    'a\r\nLocation: x',
    '__proto__',
  ),
);

describe('follow-link', () => {
  it('leads nowhere but to the stored URLs that visitors can see, whatever the request says', async () => {
    const { fixture, ids } = await createPage();
    const known = fc.constantFrom(...ids);
    const link = fc.record({
      slug: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('ada', 'ADA', 'ada ') }, anyText),
      block: fc.oneof(
        { weight: 4, arbitrary: known },
        known.map((id) => id.toUpperCase()),
        anyText,
      ),
      item: fc.option(fc.oneof(fc.constantFrom('instagram', 'mastodon', 'instagram-2', 'x'), anyText), {
        nil: undefined,
      }),
      query: fc.dictionary(fc.constantFrom('url', 'to', 'next', 'utm_source'), anyText),
      host: fc.option(fc.constantFrom('evil.example', 'pages.example.com', 'api.example.com'), {
        nil: undefined,
      }),
      headers: fc.dictionary(fc.constantFrom('host', 'x-forwarded-host', 'referer', 'origin'), anyText),
    });
    const reached = new Set<string>();

    await fc.assert(
      fc.asyncProperty(link, async ({ slug, block, item, query, host, headers }) => {
        const parts = [slug, 'go', block, ...(item === undefined ? [] : [item])];
        const path = `/${parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/')}`;
        const response = await fixture.visit(path, { query, headers, ...(host ? { host } : {}) });
        const { Location: location } = response.headers;
        // Another spelling of the slug leads to the same link of the page.
        if (location?.startsWith('https://pages.example.com/ada/go/')) return;
        if (location === undefined) expect(response.status).toBe(404);
        else {
          expect(TARGETS).toContain(location);
          reached.add(location);
        }
      }),
      { numRuns: 1000 },
    );
    // Requests without a surprise reach each of them.
    for (const path of [`${ids[0]}`, `${ids[1]}/instagram`, `${ids[2]}`])
      reached.add((await fixture.visit(`/ada/go/${path}`)).headers['Location'] ?? '');
    expect([...reached].toSorted()).toEqual(TARGETS.toSorted());
  });
});
