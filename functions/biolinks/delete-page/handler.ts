import type { Page } from '#shared/biolinks/domain/page.ts';
import { loadEditablePage } from '#shared/biolinks/http/page-access.ts';
import { pageRevision } from '#shared/biolinks/http/page-view.ts';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly pages: Pick<PageStore, 'find' | 'remove'> };

/** Deletes a page at the revision of `If-Match`, with its blocks, and releases its slugs. */
export function createHandler({ pages }: Dependencies): OperationHandler<typeof operation, Page> {
  return {
    load: (request) => loadEditablePage(pages, request),
    revisionOf: pageRevision,

    async handle({ resource: page, command }) {
      const response = { status: 204 };
      await pages.remove(page, await command(response));
      return response;
    },
  };
}
