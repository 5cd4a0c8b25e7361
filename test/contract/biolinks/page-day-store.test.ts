import { describe, expect, it } from 'vitest';
import { emptyDay, withVisits } from '#shared/biolinks/domain/page-day.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aClick, aView } from '#test/support/builders/biolinks/visit-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const DIGESTS = ['00112233445566aa', '00112233445566bb'];

describeStores('the counts of pages', (fixture) => {
  async function createPage(): Promise<Page> {
    const page = aPage({ workspaceId: newId(NOW) });
    await fixture.pages.create(page, aContext());
    return page;
  }

  /** A day of a page with one view, one click and one profile. */
  function aDay({ id: pageId, workspaceId }: Page, day = '2026-06-01') {
    return withVisits(emptyDay({ workspaceId, pageId, day }), [
      aView({ referrer: 'constructor.example' }),
      aClick({ block: 'b1' }),
      aClick({ block: 'b1', item: 'x' }),
    ]);
  }

  describe('save', () => {
    it('stores the counts and the messages that they contain', async () => {
      const page = await createPage();
      const day = aDay(page);
      expect(await fixture.days.read(page.id, day.day)).toEqual({ day: undefined, version: null });
      expect(await fixture.days.save(null, day, DIGESTS, NOW)).toBe('saved');
      const stored = await fixture.days.read(page.id, day.day);

      expect(stored).toEqual({ day, version: expect.any(String) });
      expect(await fixture.days.findCounted(page.id, DIGESTS, NOW)).toEqual(new Set(DIGESTS));
      expect(await fixture.days.list(page.id, { from: day.day, to: day.day })).toEqual([day]);
    });

    it('stores nothing if another run has stored the day since it was read', async () => {
      const page = await createPage();
      const day = aDay(page);
      expect(await fixture.days.save(null, day, DIGESTS.slice(0, 1), NOW)).toBe('saved');
      const { version } = await fixture.days.read(page.id, day.day);
      expect(await fixture.days.save(version, withVisits(day, [aView()]), [], NOW)).toBe('saved');

      expect(await fixture.days.save(null, day, DIGESTS.slice(1), NOW)).toBe('changed');
      expect(await fixture.days.save(version, day, DIGESTS.slice(1), NOW)).toBe('changed');
      expect((await fixture.days.read(page.id, day.day)).day?.views).toBe(2);
      expect(await fixture.days.findCounted(page.id, DIGESTS, NOW)).toEqual(new Set(DIGESTS.slice(0, 1)));
    });

    it('lets one of several concurrent runs succeed', async () => {
      const page = await createPage();
      const results = await Promise.all(
        Array.from({ length: 5 }, () => fixture.days.save(null, aDay(page), [], NOW)),
      );

      expect(results.toSorted()).toEqual(['changed', 'changed', 'changed', 'changed', 'saved']);
    });

    it('stores nothing of a deleted page', async () => {
      const page = await createPage();
      await fixture.pages.remove(page, aContext());

      expect(await fixture.days.save(null, aDay(page), DIGESTS, NOW)).toBe('page-missing');
      expect(await fixture.days.findCounted(page.id, DIGESTS, NOW)).toEqual(new Set());
    });
  });

  it('forgets messages after an hour, and knows those of other pages not at all', async () => {
    const page = await createPage();
    await fixture.days.save(null, aDay(page), DIGESTS, NOW);

    expect((await fixture.days.findCounted(page.id, DIGESTS, secondsAfterNow(3599))).size).toBe(2);
    expect((await fixture.days.findCounted(page.id, DIGESTS, secondsAfterNow(3601))).size).toBe(0);
    expect((await fixture.days.findCounted(newId(NOW), DIGESTS, NOW)).size).toBe(0);
  });

  it('lists the days of a range in order', async () => {
    const page = await createPage();
    for (const day of ['2026-06-03', '2026-05-31', '2026-06-01', '2026-06-02'])
      await fixture.days.save(null, aDay(page, day), [], NOW);
    const listed = await fixture.days.list(page.id, { from: '2026-06-01', to: '2026-06-02' });

    expect(listed.map(({ day }) => day)).toEqual(['2026-06-01', '2026-06-02']);
  });

  describe('reset', () => {
    const OPEN = ['2026-05-31', '2026-06-01'];

    it('deletes every day, and ignores earlier visits of the open days from then on', async () => {
      const page = await createPage();
      for (const day of ['2025-05-01', '2026-05-31', '2026-06-01', '2026-06-02'])
        await fixture.days.save(null, aDay(page, day), [], NOW);
      const { version } = await fixture.days.read(page.id, '2026-06-01');
      const context = aContext();
      await fixture.days.reset(page, OPEN, context);

      const left = await fixture.days.list(page.id, { from: '2025-01-01', to: '2026-12-31' });
      expect(left.map(({ day, views, since }) => ({ day, views, since }))).toEqual(
        OPEN.map((day) => ({ day, views: 0, since: context.change.at })),
      );
      expect(await fixture.days.save(version, aDay(page), [], NOW)).toBe('changed');
      expect(await fixture.days.save(null, aDay(page), [], NOW)).toBe('changed');
    });

    it('does nothing for a deleted page', async () => {
      const page = await createPage();
      await fixture.pages.remove(page, aContext());

      await expect(fixture.days.reset(page, OPEN, aContext())).rejects.toMatchObject({
        code: 'page_not_found',
      });
      expect(await fixture.days.list(page.id, { from: '2025-01-01', to: '2026-12-31' })).toEqual([]);
    });

    it('deletes nothing of an active page for a key that may not publish', async () => {
      const page = aPage({ workspaceId: newId(NOW), status: 'active' });
      await fixture.pages.create(page, aContext());
      await fixture.days.save(null, aDay(page), [], NOW);
      const reset = fixture.days.reset(page, OPEN, aContext(), 'not-active');

      await expect(reset).rejects.toThrow(ConcurrentUpdateError);
      expect((await fixture.days.read(page.id, '2026-06-01')).day).toEqual(aDay(page));
      await fixture.days.reset(page, OPEN, aContext(), 'exists');
      expect((await fixture.days.read(page.id, '2026-06-01')).day?.views).toBe(0);
    });

    it('deletes more days than fit into one transaction', async () => {
      const page = await createPage();
      const days = Array.from({ length: 130 }, (_, index) =>
        new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
      );
      for (const day of days) await fixture.days.save(null, aDay(page, day), [], NOW);
      await fixture.days.reset(page, OPEN, aContext());

      expect(await fixture.days.list(page.id, { from: '2025-01-01', to: '2025-12-31' })).toEqual([]);
    });
  });

  it('deletes every day of a page and none of another', async () => {
    const [gone, kept] = [await createPage(), await createPage()];
    for (const page of [gone, kept])
      for (const day of ['2026-05-31', '2026-06-01']) await fixture.days.save(null, aDay(page, day), [], NOW);
    await fixture.days.removeAll(gone.id);
    await fixture.days.removeAll(gone.id);

    const all = { from: '2026-01-01', to: '2026-12-31' };
    expect(await fixture.days.list(gone.id, all)).toEqual([]);
    expect(await fixture.days.list(kept.id, all)).toHaveLength(2);
  });

  it('keeps the first salt of a day, and deletes those of earlier days', async () => {
    const days = ['2026-05-30', '2026-05-31', '2026-06-01'];
    for (const day of days) {
      expect(await fixture.salts.of(day).find()).toBeUndefined();
      expect(await fixture.salts.of(day).createIfAbsent(`a ${day}`)).toBe(`a ${day}`);
      expect(await fixture.salts.of(day).createIfAbsent('b')).toBe(`a ${day}`);
    }
    expect(await fixture.salts.deleteBefore('2026-06-01')).toBe(2);

    expect(await Promise.all(days.map((day) => fixture.salts.of(day).find()))).toEqual([
      undefined,
      undefined,
      'a 2026-06-01',
    ]);
    expect(await fixture.salts.deleteBefore('2026-06-01')).toBe(0);
  });
});
