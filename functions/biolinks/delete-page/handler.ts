import type { Page } from '#shared/biolinks/domain/page.ts';
import { loadEditablePage } from '#shared/biolinks/http/page-access.ts';
import { pageRevision } from '#shared/biolinks/http/page-view.ts';
import type { PageDayStore } from '#shared/biolinks/ports/page-day-store.ts';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly pages: Pick<PageStore, 'find' | 'remove'>;
  readonly days: Pick<PageDayStore, 'removeAll'>;
};

/** Deletes a page at the revision of `If-Match`, with its blocks and its counts, and releases its slugs. */
export function createHandler({ pages, days }: Dependencies): OperationHandler<typeof operation, Page> {
  return {
    load: (request) => loadEditablePage(pages, request),
    revisionOf: pageRevision,

    async handle({ resource: page, command }) {
      const response = { status: 204 };
      await pages.remove(page, await command(response));
      // After the page, because without it no run adds further counts. If this fails, the counts expire unread.
      await days.removeAll(page.id);
      return response;
    },
  };
}
