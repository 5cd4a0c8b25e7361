import { describe, expect, it } from 'vitest';
import { type BlockContent, SOCIAL_NETWORKS } from '#shared/biolinks/domain/block.ts';
import { blocksMarkup } from '#shared/biolinks/render/block-markup.ts';
import { textOf } from '#shared/platform/render/markup.ts';
import phones from '#test/corpus/phone-blocks.json' with { type: 'json' };
import { parsePage } from '#test/support/fixtures/biolinks/parsed-page.ts';
import { aBlock } from '#test/support/fixtures/biolinks/visitor-fixture.ts';

const rules = {
  utm: { source: 'bio', medium: '', campaign: '' },
  ownHosts: [],
  countedAt: null,
  isPreview: false,
};

const forms = { slug: 'ada', signup: undefined };

const counted = { ...rules, countedAt: '/ada/go' };

async function show(...contents: readonly BlockContent[]) {
  const blocks = contents.map((content) => aBlock('page', content));
  return parsePage(`<!doctype html>${await textOf(blocksMarkup(blocks, rules, forms))}`);
}

/** The addresses of the links of a block whose clicks are counted. */
async function countedLinks(content: BlockContent) {
  const block = { ...aBlock('page', content), id: 'b1' };
  const page = parsePage(`<!doctype html>${await textOf(blocksMarkup([block], counted, forms))}`);
  return page.all('a').map(({ attributes }) => attributes['href']);
}

const link: BlockContent = { type: 'link', title: 'Shop', url: 'https://shop.example.com/', icon: null };

describe('blocksMarkup', () => {
  it('groups consecutive links, each group in its own list', async () => {
    const page = await show(link, link, { type: 'header', title: 'More' }, link);

    expect(page.errors).toEqual([]);
    expect(page.all('ul').map(({ text }) => text.trim())).toEqual(['ShopShop', 'Shop']);
    expect(page.all('nav').map(({ attributes }) => attributes['aria-label'])).toEqual(['Links']);
  });

  it('marks links with the rel of the owner and opens them in the same tab', async () => {
    const [anchor] = (await show(link)).all('a');

    expect(anchor?.attributes).toEqual({
      class: 'button',
      href: 'https://shop.example.com/?utm_source=bio',
      rel: 'noopener nofollow ugc',
    });
  });

  it('labels a link without its decorative emoji', async () => {
    const page = await show({ ...link, title: '🎉 Shop 👩‍👩‍👧 now 1️⃣' });
    const hidden = page.elements.filter(({ attributes }) => attributes['aria-hidden'] === 'true');

    expect(page.all('a')[0]?.text).toBe('🎉 Shop 👩‍👩‍👧 now 1️⃣');
    expect(hidden.map(({ text }) => text)).toEqual(['🎉', '👩‍👩‍👧', '1️⃣']);
  });

  it.each(['🎉', '🎉🎉 !'])('keeps %s, which has no other label', async (title) => {
    const page = await show({ ...link, title });

    expect(page.all('span').filter(({ attributes }) => attributes['aria-hidden'])).toEqual([]);
  });

  it('shows headers, text with its lines, and dividers', async () => {
    const page = await show(
      { type: 'header', title: 'More' },
      { type: 'text', text: 'one\ntwo' },
      { type: 'divider' },
    );

    expect(page.all('h2')[0]?.text).toBe('More');
    expect(page.classed('text')[0]?.text).toBe('one\ntwo');
    expect(page.all('hr')).toHaveLength(1);
  });

  it('gives pictures their size, their alternative text and their link', async () => {
    const image: BlockContent = {
      type: 'image',
      mediaUrl: 'https://img.example.com/a.png',
      alt: 'A cat',
      url: 'https://cats.example.com/',
    };
    const page = await show(image, { ...image, url: null }, { ...image, alt: '' });

    expect(page.all('img')[0]?.attributes).toEqual({
      src: 'https://img.example.com/a.png',
      alt: 'A cat',
      width: '640',
      height: '360',
      loading: 'lazy',
      decoding: 'async',
    });
    expect(page.all('a').map(({ attributes }) => [attributes['href'], attributes['aria-label']])).toEqual([
      ['https://cats.example.com/?utm_source=bio', undefined],
      ['https://cats.example.com/?utm_source=bio', 'cats.example.com'],
    ]);
  });

  it('shows no picture that is not https', async () => {
    const page = await show({
      type: 'image',
      mediaUrl: 'http://img.example.com/a.png',
      alt: 'A cat',
      url: null,
    });

    expect(page.all('img')).toEqual([]);
    expect(page.classed('text')[0]?.text).toBe('A cat');
  });

  it('labels every network, and marks the profiles that verify a page as those of the owner', async () => {
    const page = await show({
      type: 'social',
      items: SOCIAL_NETWORKS.map((network) => ({ network, url: `https://${network}.example.com/ada` })),
    });
    const anchors = page.all('a').map(({ attributes }) => attributes);

    expect(anchors).toHaveLength(SOCIAL_NETWORKS.length);
    const marked = anchors.filter(({ rel }) => rel === 'me noopener nofollow ugc');
    expect(marked.map((attributes) => attributes['aria-label'])).toEqual([
      'GitHub',
      'Mastodon',
      'Threads',
      'Website',
    ]);
    for (const { rel } of anchors) expect(rel).toMatch(/^(?:me )?noopener nofollow ugc$/u);
    expect(new Set(anchors.map((attributes) => attributes['aria-label'])).size).toBe(SOCIAL_NETWORKS.length);
    expect(page.all('path').every(({ attributes }) => /^[Mm]/u.test(attributes['d'] ?? ''))).toBe(true);
  });

  it('leaves the address of a Mastodon profile as its server returns it', async () => {
    const page = await show({
      type: 'social',
      items: [
        { network: 'mastodon', url: 'https://social.example/@ada' },
        { network: 'x', url: 'https://x.com/ada' },
      ],
    });

    expect(page.all('a').map(({ attributes }) => attributes['href'])).toEqual([
      'https://social.example/@ada',
      'https://x.com/ada?utm_source=bio',
    ]);
  });

  it('leads links to web addresses through the count of clicks, and no others', async () => {
    const image = { type: 'image', mediaUrl: 'https://img.example.com/a.png', alt: 'A cat' } as const;

    expect(await countedLinks(link)).toEqual(['/ada/go/b1']);
    expect(await countedLinks({ ...image, url: 'https://cats.example/' })).toEqual(['/ada/go/b1']);
    expect(await countedLinks({ type: 'video', url: 'https://video.example/1' })).toEqual(['/ada/go/b1']);
    expect(await countedLinks({ ...link, url: 'mailto:ada@example.com' })).toEqual([
      'mailto:ada@example.com',
    ]);
    expect(await countedLinks({ type: 'phone', title: 'Call', phone: '112' })).toEqual(['tel:112']);
  });

  it('counts clicks on each profile, except on those that verify the page', async () => {
    const items = [
      { network: 'instagram', url: 'https://instagram.com/ada' },
      { network: 'mastodon', url: 'https://social.example/@ada' },
      { network: 'instagram', url: 'https://instagram.com/lovelace' },
      { network: 'github', url: 'https://github.com/ada' },
    ] as const;

    expect(await countedLinks({ type: 'social', items })).toEqual([
      '/ada/go/b1/instagram',
      'https://social.example/@ada',
      '/ada/go/b1/instagram-2',
      'https://github.com/ada?utm_source=bio',
    ]);
  });

  it('makes links of addresses and phone numbers', async () => {
    const page = await show(
      { type: 'email', title: 'Write', email: 'ada+bio@example.com' },
      { type: 'phone', title: 'Call', phone: '+44 (20) 7946-0018' },
    );

    expect(page.all('a').map(({ attributes }) => attributes['href'])).toEqual([
      'mailto:ada%2Bbio@example.com',
      'tel:+442079460018',
    ]);
  });

  it.each(phones.filter(({ right }) => right.startsWith('tel:')))(
    'dials $right for $input ($report)',
    async ({ input, right }) => {
      const page = await show({ type: 'phone', title: 'Call', phone: input });

      expect(page.all('a').map(({ attributes }) => attributes['href'])).toEqual([right]);
    },
  );

  it('loads a player only when it is opened, from the domain without cookies', async () => {
    const page = await show(
      { type: 'video', url: 'https://youtu.be/aqz-KE-bpKQ' },
      { type: 'video', url: 'https://vimeo.com/76979871' },
    );

    expect(page.all('details').every(({ attributes }) => !('open' in attributes))).toBe(true);
    expect(page.all('iframe').map(({ attributes }) => [attributes['src'], attributes['loading']])).toEqual([
      ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', 'lazy'],
      ['https://player.vimeo.com/video/76979871?dnt=1', 'lazy'],
    ]);
    expect(new Set(page.all('iframe').map(({ attributes }) => attributes['title'])).size).toBe(2);
    // A player needs scripts and its own origin, and a sandbox with both is not valid HTML.
    expect(page.all('iframe').map(({ attributes }) => attributes['sandbox'])).toEqual([undefined, undefined]);
  });

  it('shows a video on any other site as a link', async () => {
    const page = await show({ type: 'video', url: 'https://videos.example.com/1' });

    expect(page.all('iframe')).toEqual([]);
    expect(page.all('a')[0]?.attributes['href']).toBe('https://videos.example.com/1?utm_source=bio');
  });

  it('keeps the text of a link with an unsafe target', async () => {
    const page = await show({ ...link, url: 'javascript:alert(1)' });

    expect(page.all('a')).toEqual([]);
    expect(page.classed('button')[0]?.text).toBe('Shop');
  });
});
