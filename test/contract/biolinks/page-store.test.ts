import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import { DEFAULT_DOMAIN, type PageEdit } from '#shared/biolinks/domain/page-edit.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aBlock } from '#test/support/builders/biolinks/block-builders.ts';
import { anEditedPage, aPage } from '#test/support/builders/biolinks/page-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const TAKEN = { code: 'slug_taken' };

describeStores('PageStore', (fixture) => {
  async function created(overrides: Partial<Page> = {}): Promise<Page> {
    const page = aPage(overrides);
    await fixture.pages.create(page, aContext());
    return page;
  }

  async function saved(before: Page, edit: PageEdit): Promise<Page> {
    const after = anEditedPage(before, edit);
    await fixture.pages.save(before, after, aContext());
    return after;
  }

  function found({ workspaceId, id }: Page): Promise<Page | undefined> {
    return fixture.pages.find(workspaceId, id);
  }

  /** Whether another page could get a slug on the default domain now. */
  async function isFree(slug: string): Promise<boolean> {
    const probe = aPage({ slug });
    try {
      await fixture.pages.create(probe, aContext());
    } catch (error) {
      expect(error).toMatchObject(TAKEN);
      return false;
    }
    await fixture.pages.remove(probe, aContext());
    return true;
  }

  async function pending(workspaceId: string): Promise<PageDomain> {
    const host = `${randomUUID()}.example.com`;
    const state = 'pending' as const;
    const identity = { id: newId(NOW), workspaceId, host, challenge: 'c', verifiedAt: null, createdAt: NOW };
    await fixture.domains.create({ ...identity, state }, aContext());
    return { ...identity, state };
  }

  async function connected(workspaceId: string): Promise<PageDomain> {
    const domain = await pending(workspaceId);
    await fixture.domains.verify(domain, NOW, aContext());
    return { ...domain, state: 'verified', verifiedAt: NOW };
  }

  function on({ id, host }: PageDomain) {
    return { domainId: id, customHost: host };
  }

  describe('create and find', () => {
    it('return the page as created, with every field', async () => {
      const page = await created({
        handle: '@ada',
        tagline: 'Line one\nLine two',
        hideBranding: true,
        appearance: { fontOverride: 'lora', accent: '#0a0B0c' },
        password: { scrypt: 'hash' },
        passwordVersion: 3,
        settings: {
          seo: { title: 't', description: 'd', image: 'https://x.example/i.png', noindex: true },
          sensitive: true,
          utm: { source: 's', medium: 'm', campaign: 'c' },
          pixels: [newId(NOW), newId(NOW)],
        },
        updatedAt: secondsAfterNow(5),
      });

      expect(await found(page)).toEqual(page);
    });

    it('return nothing to another workspace, nor for a page that was never created', async () => {
      const page = await created();

      expect(await fixture.pages.find(randomUUID(), page.id)).toBeUndefined();
      expect(await found(aPage())).toBeUndefined();
    });

    it('reject a slug that another page has, and create nothing', async () => {
      const { slug } = await created();
      const second = aPage({ slug });
      const record = anIdempotencyRecord();

      const create = fixture.pages.create(second, aContext({ idempotencyRecord: record }));
      await expect(create).rejects.toMatchObject(TAKEN);
      expect(await found(second)).toBeUndefined();
      expect(await fixture.responses.find(record.id, NOW)).toBeUndefined();
    });

    it('let two domains have the same slug', async () => {
      const page = await created();
      const domain = await connected(page.workspaceId);
      const other = await created({ workspaceId: page.workspaceId, slug: page.slug, ...on(domain) });

      expect(await found(other)).toMatchObject({ slug: page.slug, customHost: domain.host });
    });

    it.each([
      ['unknown to the workspace', async () => ({ domainId: newId(NOW), customHost: 'x.example.com' })],
      ['of another workspace', async () => on(await connected(randomUUID()))],
      ['not verified', async (workspaceId: string) => on(await pending(workspaceId))],
    ])('reject a domain that is %s', async (_, place) => {
      const workspaceId = randomUUID();
      const page = aPage({ workspaceId, ...(await place(workspaceId)) });

      const create = fixture.pages.create(page, aContext());
      await expect(create).rejects.toMatchObject({ code: 'domain_not_connected' });
      expect(await found(page)).toBeUndefined();
      expect(await isFree(page.slug)).toBe(true);
    });

    it('store the response, and create nothing under a stored one', async () => {
      const record = anIdempotencyRecord();
      await fixture.pages.create(aPage(), aContext({ idempotencyRecord: record }));
      expect(await fixture.responses.find(record.id, NOW)).toEqual(record);

      const again = aPage();
      const create = fixture.pages.create(again, aContext({ idempotencyRecord: record }));
      await expect(create).rejects.toThrow(DuplicateRequestError);
      expect(await found(again)).toBeUndefined();
    });

    it('create one page when the same command runs twice', async () => {
      const page = aPage();
      const context = aContext({ idempotencyRecord: anIdempotencyRecord() });
      await fixture.pages.create(page, context);
      await fixture.pages.create(page, context);

      expect(await found(page)).toEqual(page);
    });

    it('reject an id that is taken', async () => {
      const page = await created();
      const create = fixture.pages.create({ ...page, slug: randomUUID() }, aContext());

      await expect(create).rejects.toThrow(ConcurrentUpdateError);
    });
  });

  describe('list', () => {
    it('lists newest first, starting after the given page', async () => {
      const workspaceId = randomUUID();
      const ids = [1, 2, 3, 4].map((digit) => `0190000${digit}-0000-7000-8000-000000000000`);
      for (const id of [1, 0, 3, 2].map((index) => ids[index] ?? '')) await created({ id, workspaceId });
      await created();

      const listed = async (options: { limit: number; after?: string }) =>
        (await fixture.pages.list(workspaceId, options)).map(({ id }) => id);
      expect(await listed({ limit: 10 })).toEqual(ids.toReversed());
      expect(await listed({ limit: 2 })).toEqual([ids[3], ids[2]]);
      expect(await listed({ limit: 2, after: ids[2] ?? '' })).toEqual([ids[1], ids[0]]);
      expect(await listed({ limit: 2, after: ids[0] ?? '' })).toEqual([]);
    });

    it('fills a result page with the requested status, however many others lie between', async () => {
      const workspaceId = randomUUID();
      const wanted: Page[] = [];
      for (let index = 0; index < 105; index += 1) {
        const status = index === 0 || index === 104 ? 'active' : 'draft';
        const page = await created({ id: newId(secondsAfterNow(index)), workspaceId, status });
        if (status === 'active') wanted.unshift(page);
      }

      expect(await fixture.pages.list(workspaceId, { status: 'active', limit: 2 })).toEqual(wanted);
      expect(await fixture.pages.list(workspaceId, { status: 'archived', limit: 2 })).toEqual([]);
      expect(await fixture.pages.list(workspaceId, { limit: 101 })).toHaveLength(101);
    });

    it('omits a deleted page', async () => {
      const page = await created();
      await fixture.pages.remove(page, aContext());

      expect(await fixture.pages.list(page.workspaceId, { limit: 10 })).toEqual([]);
    });
  });

  describe('save', () => {
    it('stores an edit, including removed values', async () => {
      const page = await created({
        appearance: { fontOverride: 'lora', accent: '#000000' },
        password: { scrypt: 'hash' },
      });
      const appearance = { fontOverride: null, accent: null };
      const after = await saved(page, { title: 'Countess', appearance, password: null });

      expect(await found(page)).toEqual(after);
    });

    it.each([{ title: 'Third' }, { slug: randomUUID() }, { status: 'active' as const }])(
      'rejects an edit of an outdated revision: %j',
      async (edit) => {
        const stale = await created();
        const current = await saved(stale, { title: 'Second' });

        const save = fixture.pages.save(stale, anEditedPage(stale, edit), aContext());
        await expect(save).rejects.toThrow(ConcurrentUpdateError);
        expect(await found(stale)).toEqual(current);
        expect(await isFree(edit.slug ?? randomUUID())).toBe(true);
      },
    );

    it('does not recreate a deleted page', async () => {
      const page = await created();
      await fixture.pages.remove(page, aContext());

      for (const edit of [{ title: 'Again' }, { slug: randomUUID() }]) {
        const save = fixture.pages.save(page, anEditedPage(page, edit), aContext());
        await expect(save).rejects.toThrow(ConcurrentUpdateError);
      }
      expect(await found(page)).toBeUndefined();
    });

    it('changes once when the same command runs twice', async () => {
      for (const edit of [{ title: 'Second' }, { slug: randomUUID() }]) {
        const page = await created();
        const [after, context] = [anEditedPage(page, edit), aContext()];
        await fixture.pages.save(page, after, context);
        await fixture.pages.save(page, after, context).catch((error: unknown) => {
          // A move reads the page first and finds it moved: either way nothing is written twice.
          expect(error).toBeInstanceOf(ConcurrentUpdateError);
        });

        expect(await found(page)).toEqual(after);
      }
    });

    it('stores the response with it, and writes nothing under a stored one', async () => {
      const page = await created();
      const record = anIdempotencyRecord({ status: 200 });
      const after = anEditedPage(page, { status: 'active' });
      await fixture.pages.save(page, after, aContext({ idempotencyRecord: record }));
      expect(await fixture.responses.find(record.id, NOW)).toEqual(record);

      const again = fixture.pages.save(
        after,
        anEditedPage(after, { title: 'x' }),
        aContext({ idempotencyRecord: record }),
      );
      await expect(again).rejects.toThrow(DuplicateRequestError);
      expect(await found(page)).toEqual(after);
    });
  });

  describe('save, to another slug', () => {
    it('claims the new one and keeps the old one for the page', async () => {
      const page = await created();
      const after = await saved(page, { slug: randomUUID() });

      expect(await isFree(page.slug)).toBe(false);
      expect(await isFree(after.slug)).toBe(false);
    });

    it('rejects one that another page has or had, and changes nothing', async () => {
      const other = await created();
      const moved = await saved(other, { slug: randomUUID() });
      const page = await created();

      for (const slug of [other.slug, moved.slug]) {
        const save = fixture.pages.save(page, anEditedPage(page, { slug, title: 'New' }), aContext());
        await expect(save).rejects.toMatchObject(TAKEN);
      }
      expect(await found(page)).toEqual(page);
    });

    it('lets the page return to its own earlier one', async () => {
      const page = await created();
      const away = await saved(page, { slug: randomUUID() });
      const back = await saved(away, { slug: page.slug });

      expect(await found(page)).toEqual(back);
      expect(await isFree(page.slug)).toBe(false);
      expect(await isFree(away.slug)).toBe(false);
    });

    it('keeps the latest five, and releases the sixth', async () => {
      const slugs = Array.from({ length: 7 }, () => randomUUID());
      let page = await created({ slug: slugs[0] ?? '' });
      for (const slug of slugs.slice(1)) page = await saved(page, { slug });

      const free = await Promise.all(slugs.map(isFree));
      expect(free).toEqual([true, false, false, false, false, false, false]);
    });

    it('keeps the earlier ones across other edits', async () => {
      const page = await created();
      const moved = await saved(page, { slug: randomUUID() });
      await saved(moved, { title: 'New', status: 'active' });

      expect(await isFree(page.slug)).toBe(false);
    });
  });

  describe('save, to another domain', () => {
    it('claims the slug there and keeps the old address for the page', async () => {
      const page = await created();
      const domain = await connected(page.workspaceId);
      const after = await saved(page, { domain: on(domain) });

      expect(await found(page)).toEqual(after);
      expect(await isFree(page.slug)).toBe(false);
      const second = aPage({ workspaceId: page.workspaceId, slug: page.slug, ...on(domain) });
      await expect(fixture.pages.create(second, aContext())).rejects.toMatchObject(TAKEN);
    });

    it('rejects a slug that is taken there', async () => {
      const page = await created();
      const domain = await connected(page.workspaceId);
      await created({ workspaceId: page.workspaceId, slug: page.slug, ...on(domain) });

      const save = fixture.pages.save(page, anEditedPage(page, { domain: on(domain) }), aContext());
      await expect(save).rejects.toMatchObject(TAKEN);
      expect(await found(page)).toEqual(page);
    });

    it('keeps the domain in use as long as a page is there', async () => {
      const page = await created();
      const domain = await connected(page.workspaceId);
      const there = await saved(page, { domain: on(domain) });
      const IN_USE = { code: 'domain_in_use' };

      await expect(fixture.domains.remove(domain, aContext())).rejects.toMatchObject(IN_USE);
      await saved(there, { domain: DEFAULT_DOMAIN });
      const second = await created({ workspaceId: page.workspaceId, ...on(domain) });
      await expect(fixture.domains.remove(domain, aContext())).rejects.toMatchObject(IN_USE);
      await fixture.pages.remove(second, aContext());
      await expect(fixture.domains.remove(domain, aContext())).resolves.toBeUndefined();
    });
  });

  describe('remove', () => {
    it('deletes the page and releases every slug that led to it', async () => {
      const page = await created();
      const moved = await saved(await saved(page, { slug: randomUUID() }), { slug: randomUUID() });
      await fixture.pages.remove(moved, aContext());

      expect(await found(page)).toBeUndefined();
      expect(await isFree(page.slug)).toBe(true);
      expect(await isFree(moved.slug)).toBe(true);
    });

    it('deletes its blocks with it, and keeps those of other pages', async () => {
      const [page, other] = [await created(), await created()];
      for (const pageId of [page.id, other.id]) {
        for (let count = 0; count < 3; count += 1) {
          await fixture.blocks.create(await fixture.blocks.read(pageId), aBlock({ pageId }), 0, aContext());
        }
      }
      await fixture.pages.remove(page, aContext());

      expect(await fixture.blocks.read(page.id)).toEqual({ blocks: [], revision: 0 });
      expect((await fixture.blocks.read(other.id)).blocks).toHaveLength(3);
      const late = fixture.blocks.create(
        { blocks: [], revision: 0 },
        aBlock({ pageId: page.id }),
        0,
        aContext(),
      );
      await expect(late).rejects.toThrow(ConcurrentUpdateError);
    });

    it('rejects a page that was changed or deleted after the read', async () => {
      const page = await created();
      const current = await saved(page, { title: 'Second' });

      await expect(fixture.pages.remove(page, aContext())).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(page)).toEqual(current);
      await fixture.pages.remove(current, aContext());
      await expect(fixture.pages.remove(current, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });
  });
});
