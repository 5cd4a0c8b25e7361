import type { Page } from '#shared/biolinks/domain/page.ts';
import { loadPage } from '#shared/biolinks/http/page-access.ts';
import { pageResponse, pageTag } from '#shared/biolinks/http/page-view.ts';
import type { PageReader } from '#shared/biolinks/ports/page-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { noneMatchHits } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly pages: Pick<PageReader, 'find'>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

/** Reads a page. Returns 304 if `If-None-Match` contains its revision. */
export function createHandler({ pages, origin }: Dependencies): OperationHandler<typeof operation, Page> {
  return {
    load: (request) => loadPage(pages, request),

    async handle({ resource: page, event }) {
      const tag = pageTag(page);
      if (noneMatchHits(event.headers['if-none-match'], tag.ETag)) return { status: 304, headers: tag };
      return pageResponse(200, page, origin);
    },
  };
}
