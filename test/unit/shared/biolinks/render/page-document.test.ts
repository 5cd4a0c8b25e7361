import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Block, BlockContent } from '#shared/biolinks/domain/block.ts';
import { visiblePage } from '#shared/biolinks/render/page-document.ts';
import { FONT_IDS, THEME_IDS } from '#shared/biolinks/themes/theme-catalogue.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { parsePage } from '#test/support/fixtures/biolinks/parsed-page.ts';
import { aBlock, lockedWith, settings } from '#test/support/fixtures/biolinks/visitor-fixture.ts';

type View = Parameters<typeof visiblePage>[0];

const active = { status: 'active', slug: 'ada' } as const;
const origin = 'https://pages.example.com';

async function show({
  blocks = [],
  ...view
}: Partial<Omit<View, 'page'>> & { page?: Partial<View['page']> } = {}) {
  const page = aPage({ ...active, ...view.page });
  const document = await visiblePage({
    pixels: [],
    consent: 'not-asked',
    origin,
    now: NOW,
    ...view,
    page,
    blocks,
  });
  return { ...document, page, parsed: parsePage(document.html) };
}

const seo = {
  title: 'Ada & Co',
  description: 'All of it',
  image: 'https://img.example.com/a.png',
  noindex: false,
};

describe('the head of a page', () => {
  it('has the modification time of the page or of its visible blocks', async () => {
    const content: BlockContent = { type: 'text', text: 'x' };
    const blocks = [60, 30].map((seconds) => aBlock('p', { content, updatedAt: secondsAfterNow(seconds) }));
    const hidden = aBlock('p', { content, visible: false, updatedAt: secondsAfterNow(90) });
    const modified = async (given: readonly Block[]): Promise<unknown> => {
      const { parsed } = await show({ blocks: given });
      return JSON.parse(parsed.all('script')[0]?.text ?? '').dateModified;
    };

    expect(await modified([...blocks, hidden])).toBe(secondsAfterNow(60).toISOString());
    expect(await modified([aBlock('p', { content, updatedAt: secondsAfterNow(-60) })])).toBe(
      NOW.toISOString(),
    );
  });

  it('gives search engines and previews what the owner set', async () => {
    const { parsed } = await show({ page: { handle: '@ada', ...settings({ seo }) } });

    expect(parsed.errors).toEqual([]);
    expect(parsed.all('title')[0]?.text).toBe('Ada & Co');
    expect(parsed.link('canonical')).toBe('https://pages.example.com/ada');
    expect(
      Object.fromEntries(
        [
          'description',
          'og:type',
          'og:title',
          'og:description',
          'og:url',
          'og:site_name',
          'og:image',
          'og:image:width',
          'og:image:height',
          'og:image:alt',
          'twitter:card',
          'profile:username',
          'theme-color',
        ].map((name) => [name, parsed.meta(name)]),
      ),
    ).toEqual({
      description: 'All of it',
      'og:type': 'profile',
      'og:title': 'Ada & Co',
      'og:description': 'All of it',
      'og:url': 'https://pages.example.com/ada',
      'og:site_name': 'pages.example.com',
      'og:image': 'https://img.example.com/a.png',
      // The size of the picture is unknown.
      'og:image:width': undefined,
      'og:image:height': undefined,
      'og:image:alt': 'Ada & Co',
      'twitter:card': 'summary_large_image',
      'profile:username': 'ada',
      'theme-color': '#faf7f1',
    });
    expect(parsed.all('html')[0]?.attributes).toEqual({ lang: 'en', dir: 'ltr' });
    expect(parsed.link('icon')).toMatch(/^data:image\/svg\+xml,/u);
  });

  it('falls back to title and tagline, and to a small card without a picture', async () => {
    const { parsed } = await show({ page: { tagline: 'one\n two' } });

    expect(parsed.all('title')[0]?.text).toBe('Ada Lovelace');
    expect(parsed.meta('description')).toBe('one two');
    expect(parsed.meta('og:image')).toBeUndefined();
    expect(parsed.meta('twitter:card')).toBe('summary');
  });

  it('contains the connected domain', async () => {
    const { parsed } = await show({ page: { customHost: 'links.example.com', domainId: 'd' } });

    expect(parsed.link('canonical')).toBe('https://links.example.com/ada');
  });

  it('describes the profile as structured data', async () => {
    const social: BlockContent = { type: 'social', items: [{ network: 'x', url: 'https://x.com/ada' }] };
    const { parsed, page } = await show({
      page: { handle: '@ada', tagline: 'Hello', ...settings({ seo }) },
      blocks: [aBlock('p', social), aBlock('p', { content: social, visible: false })],
    });

    expect(JSON.parse(parsed.all('script')[0]?.text ?? '')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url: 'https://pages.example.com/ada',
      dateCreated: page.createdAt.toISOString(),
      dateModified: page.updatedAt.toISOString(),
      mainEntity: {
        '@type': 'Person',
        name: 'Ada Lovelace',
        alternateName: '@ada',
        description: 'Hello',
        image: 'https://img.example.com/a.png',
        url: 'https://pages.example.com/ada',
        sameAs: ['https://x.com/ada'],
      },
    });
  });

  it('lists at most 20 profiles in the structured data, each once', async () => {
    const items = Array.from(
      { length: 15 },
      (_, n) => ({ network: 'x', url: `https://x.com/${n}` }) as const,
    );
    const more = items.map(({ network, url }) => ({ network, url: `${url}0` }));
    const { parsed } = await show({
      blocks: [items, items, more].map((each) => aBlock('p', { type: 'social', items: each })),
    });
    const { sameAs } = JSON.parse(parsed.all('script')[0]?.text ?? '').mainEntity;

    expect(sameAs).toHaveLength(20);
    expect(new Set(sameAs).size).toBe(20);
  });

  it.each([
    ['requests it', settings({ seo: { ...seo, noindex: true } })],
    ['has a password', lockedWith('x')],
    ['is sensitive', settings({ sensitive: true })],
  ])('excludes search engines from a page that %s, and gives them no data', async (_, overrides) => {
    const { parsed, headers } = await show({ page: overrides });

    expect(parsed.meta('robots')).toBe('noindex');
    expect(headers['X-Robots-Tag']).toBe('noindex');
    expect(parsed.all('script')).toEqual([]);
  });

  it('contains no robots directive otherwise', async () => {
    const { parsed, headers } = await show();

    expect(parsed.meta('robots')).toBeUndefined();
    expect(headers['X-Robots-Tag']).toBeUndefined();
  });
});

describe('the body of a page', () => {
  it('has one h1, landmarks, and an avatar letter that screen readers skip', async () => {
    const { parsed } = await show({
      page: { title: ' élan vital', handle: '@ada', verified: true, tagline: 'one\ntwo' },
      blocks: [aBlock('p', { type: 'header', title: 'More' })],
    });

    expect(parsed.all('h1').map(({ text }) => text)).toEqual([' élan vital']);
    for (const landmark of ['main', 'nav', 'footer']) expect(parsed.all(landmark)).toHaveLength(1);
    expect(parsed.classed('avatar')[0]).toMatchObject({ text: 'É', attributes: { 'aria-hidden': 'true' } });
    expect(parsed.classed('tagline')[0]?.text).toBe('one\ntwo');
    expect(parsed.all('svg').map(({ attributes }) => attributes['aria-label'])).toEqual(['Verified']);
  });

  it.each([
    ['starts', { startsAt: secondsAfterNow(1) }, 0],
    ['is open from its first instant', { startsAt: NOW, endsAt: secondsAfterNow(1) }, 1],
    ['is closed from its last', { endsAt: NOW }, 0],
    ['is invisible', { visible: false }, 0],
  ])('shows a block by its visibility window: %s', async (_, members, shown) => {
    const { parsed, html } = await show({
      blocks: [aBlock('p', { ...members, content: { type: 'text', text: 'Sale' } })],
    });

    expect(parsed.classed('text')).toHaveLength(shown);
    expect(html.includes('Sale')).toBe(shown === 1);
  });

  it('ends with sharing, reporting and, unless the owner hides it, the name of the platform', async () => {
    const plain = await show();
    const hidden = await show({ page: { hideBranding: true } });
    const [share, report] = plain.parsed.all('a').map(({ attributes }) => attributes['href']);

    expect(share).toBe('mailto:?subject=Ada%20Lovelace&body=https%3A%2F%2Fpages.example.com%2Fada');
    expect(report).toMatch(/^mailto:abuse@pages\.example\.com\?subject=/u);
    expect(plain.html).toContain('Made with');
    expect(hidden.html).not.toContain('Made with');
  });
});

const CONTENTS: readonly BlockContent[] = [
  {
    type: 'social',
    items: (['mastodon', 'github', 'youtube', 'instagram', 'x'] as const).map((network) => ({
      network,
      url: `https://${network}.example.com/ada`,
    })),
  },
  { type: 'header', title: 'Latest work' },
  { type: 'text', text: 'A paragraph of a usual length that tells what all of this is about.' },
  { type: 'image', mediaUrl: 'https://img.example.com/cover.jpg', alt: 'The cover', url: null },
  { type: 'video', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
  { type: 'divider' },
  { type: 'email', title: 'Write to me', email: 'ada@example.com' },
  { type: 'phone', title: 'Call me', phone: '+44 20 7946 0018' },
  ...Array.from({ length: 12 }, (_, index): BlockContent => ({
    type: 'link',
    title: `Link number ${index} with a title of its own`,
    url: `https://example-${index}.com/some/path/${createHash('sha256').update(String(index)).digest('hex')}`,
    icon: index % 2 === 0 ? null : 'spotify',
  })),
];

describe('the size of a page', () => {
  it.each(THEME_IDS)(
    'with 20 blocks stays within 14 KB compressed, without any script, in %s',
    async (theme) => {
      const page = {
        theme,
        handle: '@ada',
        tagline: 'Enchantress of numbers.',
        ...settings({ seo, utm: { source: 'bio', medium: 'social', campaign: 'launch' } }),
      };
      const { html, parsed, headers } = await show({
        page,
        blocks: CONTENTS.map((content) => aBlock('p', content)),
      });

      expect(CONTENTS).toHaveLength(20);
      expect(gzipSync(html).byteLength).toBeLessThanOrEqual(14 * 1024);
      expect(parsed.all('script').map(({ attributes }) => attributes['type'])).toEqual([
        'application/ld+json',
      ]);
      expect(
        parsed.elements
          .flatMap(({ attributes }) => Object.keys(attributes))
          .filter((name) => /^(?:on|style$)/u.test(name)),
      ).toEqual([]);
      expect(headers['Content-Security-Policy']).toContain("script-src 'none'");
      expect(
        parsed.all('link').filter(({ attributes }) => attributes['as'] === 'font').length,
      ).toBeLessThanOrEqual(1);
    },
  );
});

describe('the theme of a page', () => {
  it('sets the theme, the accent with a readable text colour, and the avatar as custom properties', async () => {
    const { parsed } = await show({
      page: { theme: 'ink', avatarColor: '#FFEE00', appearance: { accent: '#ffcc00', fontOverride: 'lora' } },
    });
    const style = parsed.all('style')[0]?.text ?? '';

    expect(style).toContain('--button:#ffcc00;--button-text:#000000');
    expect(style).toContain('--avatar:#FFEE00;--avatar-text:#000000');
    expect(style).toContain("font-family:'Lora';src:url(/assets/fonts/lora-5.3.0.woff2)");
    expect(style).toContain('font-display:swap');
    expect(parsed.link('preload')).toBe('/assets/fonts/lora-5.3.0.woff2');
  });

  it('follows the system in the theme that allows it', async () => {
    const { parsed } = await show({ page: { theme: 'auto' } });
    const colors = parsed.all('meta').filter(({ attributes }) => attributes['name'] === 'theme-color');

    expect(parsed.all('style')[0]?.text).toContain('@media (prefers-color-scheme: dark){:root{');
    expect(colors.map(({ attributes }) => attributes['media'])).toEqual([
      '(prefers-color-scheme: light)',
      '(prefers-color-scheme: dark)',
    ]);
  });

  it.each(FONT_IDS)('loads at most one file for %s', async (fontOverride) => {
    const { html } = await show({ page: { appearance: { accent: null, fontOverride } } });

    expect(html.split('@font-face').length - 1).toBe(fontOverride.startsWith('system') ? 0 : 1);
  });

  it('uses the default for an unknown theme, font or colour', async () => {
    const odd = {
      theme: 'gone',
      avatarColor: 'red',
      appearance: { accent: 'url(x)', fontOverride: 'comic' },
    };

    expect((await show({ page: odd })).parsed.all('style')[0]?.text).not.toMatch(/red;|url\(|comic/u);
  });
});

describe('the content security policy of a page', () => {
  it('allows its style by hash and nothing else inline', async () => {
    const { parsed, headers } = await show();
    const hash = createHash('sha256')
      .update(parsed.all('style')[0]?.text ?? '')
      .digest('base64');

    expect(headers['Content-Security-Policy']).toBe(
      `default-src 'none'; img-src 'self' https: data:; style-src 'self' 'sha256-${hash}'; script-src 'none'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; upgrade-insecure-requests`,
    );
    expect(headers['Permissions-Policy']).toContain('camera=()');
    expect(headers['Permissions-Policy']).toContain('fullscreen=()');
    expect(headers['Referrer-Policy']).toBe('strict-origin-when-cross-origin');
  });

  it('allows video players if there is one', async () => {
    const { headers } = await show({
      blocks: [aBlock('p', { type: 'video', url: 'https://youtu.be/aqz-KE-bpKQ' })],
    });

    expect(headers['Content-Security-Policy']).toContain('frame-src https://www.youtube-nocookie.com;');
    expect(headers['Permissions-Policy']).toContain('fullscreen=(self "https://www.youtube-nocookie.com")');
  });

  it('upgrades nothing on plain http, which only the local stack uses', async () => {
    const { headers } = await show({ origin: 'http://127.0.0.1:3000' });

    expect(headers['Content-Security-Policy']).not.toContain('upgrade');
  });
});
