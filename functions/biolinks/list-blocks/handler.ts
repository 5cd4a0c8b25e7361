import type { Page } from '#shared/biolinks/domain/page.ts';
import { blocksResponse, blocksTag } from '#shared/biolinks/http/block-view.ts';
import type { BlockReads } from '#shared/biolinks/http/load-blocks.ts';
import { loadPage } from '#shared/biolinks/http/page-access.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { noneMatchHits } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

/** Lists the blocks of a page. Returns 304 if `If-None-Match` contains their revision. */
export function createHandler({ pages, blocks }: BlockReads): OperationHandler<typeof operation, Page> {
  return {
    load: (request) => loadPage(pages, request),

    async handle({ resource: page, event }) {
      const found = await blocks.read(page.id);
      const tag = blocksTag(found);
      if (noneMatchHits(event.headers['if-none-match'], tag.ETag)) return { status: 304, headers: tag };
      return blocksResponse(found);
    },
  };
}
