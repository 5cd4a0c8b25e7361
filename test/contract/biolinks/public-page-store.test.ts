import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEditedPage, aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aBlock } from '#test/support/fixtures/biolinks/visitor-fixture.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('public pages', (fixture) => {
  async function keep(overrides: Partial<Page> = {}): Promise<Page> {
    const page = aPage(overrides);
    await fixture.pages.create(page, aContext());
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
    await fixture.domains.create(domain, aContext());
    if (isVerified) await fixture.domains.verify(domain, NOW, aContext());
    return domain;
  }

  it('finds the domain of a verified host', async () => {
    const workspaceId = randomUUID();
    const verified = await connect(workspaceId);
    const pending = await connect(workspaceId, false);

    expect(await fixture.publicPages.findDomain(verified.host)).toBe(verified.id);
    expect(await fixture.publicPages.findDomain(pending.host)).toBeUndefined();
    expect(await fixture.publicPages.findDomain('nobody.example.org')).toBeUndefined();
  });

  it('distinguishes the current slug of a page from earlier ones', async () => {
    const page = await keep();
    const slug = `new-${randomUUID()}`;
    await fixture.pages.save(page, anEditedPage(page, { slug }), aContext());
    const find = (text: string) => fixture.publicPages.findSlug(DEFAULT_DOMAIN_ID, text);

    expect(await find(slug)).toEqual({ kind: 'page', pageId: page.id });
    expect(await find(page.slug)).toEqual({ kind: 'moved', pageId: page.id });
    expect(await find('nobody')).toBeUndefined();
    expect(await fixture.publicPages.findSlug(randomUUID(), slug)).toBeUndefined();
  });

  it('reads a page of any workspace with its blocks in order', async () => {
    const page = await keep();
    expect(await fixture.publicPages.readPage(page.id)).toEqual({
      page,
      blocks: { blocks: [], revision: 0 },
    });
    const blocks = [1, 2, 3].map((number) => aBlock(page.id, { type: 'header', title: `Header ${number}` }));
    for (const block of blocks)
      await fixture.blocks.create(await fixture.blocks.read(page.id), block, 0, aContext());

    expect(await fixture.publicPages.readPage(page.id)).toEqual({
      page,
      blocks: { blocks: blocks.toReversed(), revision: 3 },
    });
    expect(await fixture.publicPages.readPage(randomUUID())).toBeUndefined();
  });

  it('lists the indexable pages of a domain, by slug, and follows every change', async () => {
    const workspaceId = randomUUID();
    const { id: domainId, host: customHost } = await connect(workspaceId);
    const place = { workspaceId, domainId, customHost };
    const list = async () => fixture.publicPages.listIndexableSlugs(domainId, 100);
    const second = await keep({ ...place, slug: 'b', status: 'active' });
    await keep({ ...place, slug: '_', status: 'active' });
    const draft = await keep({ ...place, slug: 'a', status: 'draft' });
    await keep({ ...place, slug: 'closed', status: 'active', disabled: true });

    expect(await list()).toEqual(['_', 'b']);
    await fixture.pages.save(draft, anEditedPage(draft, { status: 'active' }), aContext());
    const locked = anEditedPage(second, { password: { scrypt: 'x' } });
    await fixture.pages.save(second, locked, aContext());
    expect(await list()).toEqual(['_', 'a']);
    const moved = anEditedPage(locked, { password: null, slug: 'c' }, secondsAfterNow(120));
    await fixture.pages.save(locked, moved, aContext());
    expect(await fixture.publicPages.readIndexable(domainId, ['c'])).toEqual([
      { slug: 'c', updatedAt: secondsAfterNow(120) },
    ]);
    expect(await list()).toEqual(['_', 'a', 'c']);
    await fixture.pages.remove(moved, aContext());
    expect(await list()).toEqual(['_', 'a']);
    expect(await fixture.publicPages.listIndexableSlugs(domainId, 1)).toHaveLength(1);
  });
});
