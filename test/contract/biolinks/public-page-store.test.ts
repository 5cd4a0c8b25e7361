import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEditedPage, aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/builders.ts';
import { aBlock } from '#test/support/fixtures/biolinks/visitor-fixture.ts';
import { PLATFORM_BENCHES, type PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

describe.each(PLATFORM_BENCHES)('public pages $name', ({ start }) => {
  let bench: PlatformFixture;

  beforeAll(async () => {
    bench = await start();
  });

  afterAll(() => bench.stop());

  async function keep(overrides: Partial<Page> = {}): Promise<Page> {
    const page = aPage(overrides);
    await bench.pages.create(page, aContext());
    return page;
  }

  async function connect(workspaceId: string, isVerified = true) {
    const host = `${randomUUID()}.example.org`;
    const domain = {
      id: newId(NOW),
      workspaceId,
      host,
      state: 'pending',
      challenge: 'c',
      verifiedAt: null,
      createdAt: NOW,
    } as const;
    await bench.domains.create(domain, aContext());
    if (isVerified) await bench.domains.verify(domain, NOW, aContext());
    return domain;
  }

  it('finds the domain of a verified host', async () => {
    const workspaceId = randomUUID();
    const verified = await connect(workspaceId);
    const pending = await connect(workspaceId, false);

    expect(await bench.publicPages.findDomain(verified.host)).toBe(verified.id);
    expect(await bench.publicPages.findDomain(pending.host)).toBeUndefined();
    expect(await bench.publicPages.findDomain('nobody.example.org')).toBeUndefined();
  });

  it('distinguishes the current slug of a page from earlier ones', async () => {
    const page = await keep();
    const slug = `new-${randomUUID()}`;
    await bench.pages.save(page, anEditedPage(page, { slug }), aContext());
    const find = (text: string) => bench.publicPages.findSlug(DEFAULT_DOMAIN_ID, text);

    expect(await find(slug)).toEqual({ kind: 'page', pageId: page.id });
    expect(await find(page.slug)).toEqual({ kind: 'moved', pageId: page.id });
    expect(await find('nobody')).toBeUndefined();
    expect(await bench.publicPages.findSlug(randomUUID(), slug)).toBeUndefined();
  });

  it('reads a page of any workspace with its blocks in order', async () => {
    const page = await keep();
    expect(await bench.publicPages.readPage(page.id)).toEqual({ page, blocks: { blocks: [], revision: 0 } });
    const blocks = [1, 2, 3].map((number) => aBlock(page.id, { type: 'header', title: `Header ${number}` }));
    for (const block of blocks)
      await bench.blocks.create(await bench.blocks.read(page.id), block, 0, aContext());

    expect(await bench.publicPages.readPage(page.id)).toEqual({
      page,
      blocks: { blocks: blocks.toReversed(), revision: 3 },
    });
    expect(await bench.publicPages.readPage(randomUUID())).toBeUndefined();
  });

  it('lists the indexable pages of a domain, by slug, and follows every change', async () => {
    const workspaceId = randomUUID();
    const { id: domainId, host: customHost } = await connect(workspaceId);
    const place = { workspaceId, domainId, customHost };
    const list = async () => (await bench.publicPages.listIndexable(domainId, 100)).map(({ slug }) => slug);
    const second = await keep({ ...place, slug: 'b', status: 'active' });
    await keep({ ...place, slug: '_', status: 'active' });
    const draft = await keep({ ...place, slug: 'a', status: 'draft' });
    await keep({ ...place, slug: 'closed', status: 'active', disabled: true });

    expect(await list()).toEqual(['_', 'b']);
    await bench.pages.save(draft, anEditedPage(draft, { status: 'active' }), aContext());
    const locked = anEditedPage(second, { password: { scrypt: 'x' } });
    await bench.pages.save(second, locked, aContext());
    expect(await list()).toEqual(['_', 'a']);
    const moved = anEditedPage(locked, { password: null, slug: 'c' }, secondsAfterNow(120));
    await bench.pages.save(locked, moved, aContext());
    expect(await bench.publicPages.listIndexable(domainId, 100)).toContainEqual({
      slug: 'c',
      updatedAt: secondsAfterNow(120),
    });
    expect(await list()).toEqual(['_', 'a', 'c']);
    await bench.pages.remove(moved, aContext());
    expect(await list()).toEqual(['_', 'a']);
    expect(await bench.publicPages.listIndexable(domainId, 1)).toHaveLength(1);
  });
});
