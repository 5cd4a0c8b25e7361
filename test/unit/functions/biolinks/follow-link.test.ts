import { describe, expect } from 'vitest';
import type { Block, BlockContent } from '#shared/biolinks/domain/block.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { BROWSERS } from '#test/support/builders/biolinks/browsers.ts';
import { anEditedPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  it,
  lockedWith,
  settings,
  type VisitorFixture,
} from '#test/support/fixtures/biolinks/visitor-fixture.ts';

const PERSON = { 'user-agent': BROWSERS.find(({ device }) => device === 'mobile')?.agent ?? '' };
const SHOP: BlockContent = { type: 'link', title: 'Shop', url: 'https://shop.example.com/a?b=1', icon: null };

/** Publishes one block, and returns its page with the path of its link. */
async function withBlock(
  fixture: VisitorFixture,
  block: BlockContent | Partial<Block>,
  page: Parameters<VisitorFixture['publish']>[0] = {},
) {
  const published = await fixture.publish(page, [block]);
  const [stored] = (await fixture.blocks.read(published.id)).blocks;
  const id = stored?.id ?? '';
  return { page: published, block: id, path: `/ada/go/${id}` };
}

describe('follow-link', () => {
  it('counts a click and redirects to the stored URL with the campaign parameters', async (fixture) => {
    const campaign = settings({ utm: { source: 'bio', medium: '', campaign: 'june' } });
    const { page, block, path } = await withBlock(fixture, SHOP, campaign);
    const { status, headers, body } = await fixture.visit(path, { headers: PERSON });

    expect([status, body]).toEqual([303, '']);
    expect(headers).toMatchObject({
      Location: 'https://shop.example.com/a?b=1&utm_source=bio&utm_campaign=june',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    });
    expect(fixture.visits.sent).toEqual([
      {
        kind: 'click',
        workspaceId: page.workspaceId,
        pageId: page.id,
        day: '2026-06-01',
        at: NOW.getTime(),
        device: 'mobile',
        block,
      },
    ]);
  });

  it('counts the profile of a block of profiles', async (fixture) => {
    const items = [
      { network: 'x', url: 'https://x.com/ada' },
      { network: 'x', url: 'https://x.com/lovelace' },
      { network: 'mastodon', url: 'https://social.example/@ada' },
    ] as const;
    const { path } = await withBlock(fixture, { type: 'social', items });
    const locations = ['x', 'x-2'].map(
      async (item) => (await fixture.visit(`${path}/${item}`, { headers: PERSON })).headers['Location'],
    );

    expect(await Promise.all(locations)).toEqual(['https://x.com/ada', 'https://x.com/lovelace']);
    expect(fixture.visits.sent.map((visit) => visit.kind === 'click' && visit.item)).toEqual(['x', 'x-2']);
    // The link to a profile that verifies the page is direct.
    for (const item of ['mastodon', 'x-3', 'instagram', '__proto__', ''])
      expect((await fixture.visit(item === '' ? path : `${path}/${item}`)).status).toBe(404);
  });

  it.each([
    ['an image', { type: 'image', mediaUrl: 'https://i.example/a.png', alt: '', url: 'https://a.example/' }],
    ['a video without a player', { type: 'video', url: 'https://a.example/' }],
  ] as const)('follows the link of %s', async (_, content, fixture) => {
    const { path } = await withBlock(fixture, content);

    expect((await fixture.visit(path)).headers['Location']).toBe('https://a.example/');
  });

  it.each([
    ['an e-mail address', { type: 'email', title: 'Write', email: 'ada@example.com' }],
    ['a link to an e-mail address', { ...SHOP, url: 'mailto:ada@example.com' }],
    ['a link to a script', { ...SHOP, url: 'javascript:alert(1)' }],
    ['a video with a player', { type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['an image without a link', { type: 'image', mediaUrl: 'https://i.example/a.png', alt: '', url: null }],
    ['a text', { type: 'text', text: 'https://a.example/' }],
    ['a hidden block', { content: SHOP, visible: false }],
    ['a block before its time', { content: SHOP, startsAt: secondsAfterNow(1) }],
    ['a block after its time', { content: SHOP, endsAt: NOW }],
  ] as const)('returns 404 for %s', async (_, block, fixture) => {
    const { path } = await withBlock(fixture, block);
    const { status, headers } = await fixture.visit(path, { headers: PERSON });

    expect([status, headers['Location']]).toEqual([404, undefined]);
    expect(fixture.visits.sent).toEqual([]);
  });

  it('returns 404 for a removed block, a block of another page and anything else', async (fixture) => {
    const { block } = await withBlock(fixture, SHOP);
    await fixture.publish({ slug: 'bob' }, []);

    for (const path of [`/bob/go/${block}`, `/ada/go/${newId(NOW)}`, '/ada/go/x', `/none/go/${block}`])
      expect((await fixture.visit(path, { headers: PERSON })).status).toBe(404);
  });

  it.each([lockedWith('lovelace'), settings({ sensitive: true })])(
    'redirects a visitor without the cookie of the gate to the page',
    async (gate, fixture) => {
      const { page, path } = await withBlock(fixture, SHOP, gate);
      const closed = await fixture.visit(path, { headers: PERSON });
      expect([closed.status, closed.headers['Location']]).toEqual([303, '/ada']);
      expect(fixture.visits.sent).toEqual([]);

      if (page.settings.sensitive) {
        const cookies = [`__Secure-ack_${page.id}=yes`];
        const open = await fixture.visit(path, { headers: PERSON, cookies });
        expect(open.headers['Location']).toBe('https://shop.example.com/a?b=1');
      }
    },
  );

  it('follows a link of an earlier address of the page', async (fixture) => {
    const { page, block, path } = await withBlock(fixture, SHOP);
    await fixture.pages.save(page, anEditedPage(page, { slug: 'lovelace' }), aContext());
    const { status, headers } = await fixture.visit(`${path}/x`, { headers: PERSON });

    expect([status, headers['Location']]).toEqual([303, `https://pages.example.com/lovelace/go/${block}/x`]);
  });

  it('returns 410 for a disabled page and 404 for a draft', async (fixture) => {
    const { path } = await withBlock(fixture, SHOP, { disabled: true });
    expect((await fixture.visit(path)).status).toBe(410);
    await fixture.publish({ slug: 'draft', status: 'draft' });
    expect((await fixture.visit(`/draft/go/${newId(NOW)}`)).status).toBe(404);
  });

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }, { 'user-agent': 'Googlebot/2.1' }])(
    'redirects without counting with %j',
    async (headers, fixture) => {
      const { path } = await withBlock(fixture, SHOP);

      expect((await fixture.visit(path, { headers: { ...PERSON, ...headers } })).status).toBe(303);
      expect((await fixture.visit(path, { method: 'HEAD', headers: PERSON })).status).toBe(303);
      expect(fixture.visits.sent).toEqual([]);
    },
  );
});
