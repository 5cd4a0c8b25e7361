import { randomUUID } from 'node:crypto';
import { emptyDay } from '#shared/biolinks/domain/page-day.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PageDayStore, VisitCounts } from '#shared/biolinks/ports/page-day-store.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** The counts of pages over a memory core. */
export function createMemoryPageDays(core: MemoryCore): PageDayStore & VisitCounts {
  return {
    async list(pageId, { from, to }) {
      return [...core.pageDays.values()]
        .map(({ day }) => day)
        .filter((each) => each.pageId === pageId && each.day >= from && each.day <= to)
        .toSorted((a, b) => (a.day < b.day ? -1 : 1));
    },

    async reset({ id: pageId, workspaceId }, openDays, { change }, guard = 'exists') {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        const page = core.pages.get(pageId);
        if (guard === 'not-active' && (!page || page.status === 'active')) throw new ConcurrentUpdateError();
        if (!page) throw new PlatformError(biolinksErrors.page_not_found, 'The page was deleted.');
        forget(pageId);
        for (const day of openDays) {
          const empty = emptyDay({ workspaceId, pageId, day }, change.at);
          core.pageDays.set(placeOf(pageId, day), { day: empty, version: change.nonce });
        }
      });
    },

    async removeAll(pageId) {
      forget(pageId);
    },

    async read(pageId, day) {
      return core.pageDays.get(placeOf(pageId, day)) ?? { day: undefined, version: null };
    },

    async findCounted(pageId, digests, now) {
      const since = now.getTime() - HOUR_MS;
      const isCounted = (digest: string) =>
        (core.countedMessages.get(placeOf(pageId, digest))?.getTime() ?? 0) > since;
      return new Set(digests.filter(isCounted));
    },

    async save(version, after, messages, now) {
      const { pageId, day } = after;
      if (!core.pages.has(pageId)) return 'page-missing';
      if ((core.pageDays.get(placeOf(pageId, day))?.version ?? null) !== version) return 'changed';
      core.pageDays.set(placeOf(pageId, day), { day: structuredClone(after), version: randomUUID() });
      for (const digest of messages) core.countedMessages.set(placeOf(pageId, digest), now);
      return 'saved';
    },
  };

  function forget(pageId: string): void {
    for (const [place, { day }] of core.pageDays) if (day.pageId === pageId) core.pageDays.delete(place);
  }
}

function placeOf(pageId: string, name: string): string {
  return `${pageId}/${name}`;
}
