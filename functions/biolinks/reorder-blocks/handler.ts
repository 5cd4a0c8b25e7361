import type { PageBlocks } from '#shared/biolinks/domain/block.ts';
import { inOrder, orderProblems } from '#shared/biolinks/domain/page-blocks.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { blocksResponse } from '#shared/biolinks/http/block-view.ts';
import {
  type BlockReads,
  loadBlocks,
  type LoadedBlocks,
  revisionOfBlocks,
} from '#shared/biolinks/http/load-blocks.ts';
import type { BlockStore } from '#shared/biolinks/ports/page-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = BlockReads & { readonly blocks: Pick<BlockStore, 'read' | 'reorder'> };

/** Reorders the blocks of a page. The list must contain every block once, so that no client moves a block it has not read. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, LoadedBlocks> {
  return {
    load: (request) => loadBlocks(deps, request),
    revisionOf: revisionOfBlocks,

    async handle({ resource: { page, before, guard }, body: { ids }, command }) {
      requirePermutation(before, ids);
      if (before.blocks.every(({ id }, index) => id === ids[index])) return blocksResponse(before);
      const response = blocksResponse(inOrder(before, ids));
      await deps.blocks.reorder(before, page.id, ids, await command(response), guard);
      return response;
    },
  };
}

function requirePermutation(before: PageBlocks, ids: readonly string[]): void {
  const problems = orderProblems(before, ids);
  if (Object.values(problems).every((each) => each.length === 0)) return;
  const detail = 'Send the ID of every block of the page exactly once.';
  throw new ValidationError([
    { pointer: '#/ids', ...biolinksErrors.block_order_invalid(), detail, ...problems },
  ]);
}
