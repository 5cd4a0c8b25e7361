import type { Page } from '#shared/domain/pages/page.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { blocksAnswer, blocksTag } from '#shared/http/pages/block-view.ts';
import type { BlockReads } from '#shared/http/pages/load-blocks.ts';
import { loadPage } from '#shared/http/pages/load-page.ts';
import { noneMatchHits } from '#shared/http/precondition.ts';
import type { operation } from './operation.ts';

/** Lists blocks; who has them at this revision is told so without them (decisions 3). */
export function createListBlocksHandler({
  pages,
  blocks,
}: BlockReads): OperationHandler<typeof operation, Page> {
  return {
    load: (request) => loadPage(pages, request),

    async handle({ resource: page, event }) {
      const found = await blocks.read(page.id);
      const tag = blocksTag(found);
      if (noneMatchHits(event.headers['if-none-match'], tag.ETag)) return { status: 304, headers: tag };
      return blocksAnswer(found);
    },
  };
}
