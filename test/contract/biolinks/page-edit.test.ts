import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DirectPageEdit } from '#shared/biolinks/domain/direct-edit.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { PageEditGuard } from '#shared/biolinks/ports/page-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEditedPage, aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const ANY = { mayBeActive: true };

describeStores('PageStore.edit', (fixture) => {
  async function created(overrides: Partial<Page> = {}): Promise<Page> {
    const page = aPage(overrides);
    await fixture.pages.create(page, aContext());
    return page;
  }

  function found({ workspaceId, id }: Page): Promise<Page | undefined> {
    return fixture.pages.find(workspaceId, id);
  }

  function edited(page: Page, edit: DirectPageEdit, guard: PageEditGuard = ANY) {
    return fixture.pages.edit(page, edit, guard, aContext());
  }

  it('writes what is sent and keeps the rest, including removed values', async () => {
    const page = await created({
      tagline: 'Engines',
      appearance: { fontOverride: 'lora', accent: '#000000' },
      settings: {
        seo: { title: 't', description: 'd', image: '', noindex: true },
        sensitive: true,
        utm: { source: 's', medium: 'm', campaign: 'c' },
        pixels: [newId(NOW)],
      },
    });
    const edit = {
      title: 'Countess',
      handle: '@ada',
      hideBranding: true,
      appearance: { fontOverride: null },
      seo: { title: 'New' },
      utm: { medium: '' },
    };
    const { written, page: after } = await edited(page, edit);

    expect([written, after]).toEqual([true, anEditedPage(page, edit, NOW)]);
    expect(await found(page)).toEqual(after);
  });

  it('sets and removes optional fields', async () => {
    const page = await created();
    const set = { appearance: { fontOverride: 'lora', accent: '#abcdef' } };
    expect((await edited(page, set)).page?.appearance).toEqual(set.appearance);
    const removed = { appearance: { fontOverride: null, accent: null } };
    expect((await edited(page, removed)).page?.appearance).toEqual(removed.appearance);
    expect(await edited(page, removed)).toMatchObject({ written: false, page: { revision: 3 } });
  });

  it('changes nothing without an effect, and returns the page', async () => {
    const page = await created({ tagline: 'Engines' });
    const same = {
      title: page.title,
      tagline: 'Engines',
      seo: { title: '' },
      appearance: { accent: null },
    };

    expect(await edited(page, same)).toEqual({ written: false, page });
  });

  it.each([[['1']], [['7', '1']], [undefined]])('writes at one of the revisions %j', async (revisions) => {
    const page = await created();

    expect((await edited(page, { title: 'New' }, { ...ANY, revisions })).page?.revision).toBe(2);
  });

  it.each([[['2']], [['01', '1.0', ' 1', '-1', '1e0', 'x', '']]])(
    'writes at none of the revisions %j',
    async (revisions) => {
      const page = await created();

      expect(await edited(page, { title: 'New' }, { ...ANY, revisions })).toEqual({ written: false, page });
      expect(await found(page)).toEqual(page);
    },
  );

  it('does not change an active page if the caller may not', async () => {
    const guard = { mayBeActive: false };
    for (const status of ['active', 'draft', 'archived'] as const) {
      const page = await created({ status });

      expect((await edited(page, { title: 'New' }, guard)).written).toBe(status !== 'active');
      expect((await found(page))?.title === page.title).toBe(status === 'active');
    }
  });

  it('returns nothing about the page of another workspace, and creates none', async () => {
    const page = await created();
    const target = { workspaceId: randomUUID(), id: page.id };

    const nothing = { written: false, page: undefined };
    expect(await fixture.pages.edit(target, { title: 'x' }, ANY, aContext())).toEqual(nothing);
    expect(await found(page)).toEqual(page);
    expect(await edited(aPage(), { title: 'x' })).toEqual(nothing);
  });

  it('changes once when the same command runs twice', async () => {
    const page = await created();
    const context = aContext();
    const run = () => fixture.pages.edit(page, { title: 'New' }, { ...ANY, revisions: ['1'] }, context);
    const first = await run();

    expect(await run()).toEqual(first);
    expect(first).toMatchObject({ written: true, page: { revision: 2 } });
  });
});
