import { withoutBlock } from '#shared/biolinks/domain/page-blocks.ts';
import { blocksTag } from '#shared/biolinks/http/block-view.ts';
import {
  type BlockReads,
  loadBlock,
  type LoadedBlock,
  revisionOfBlocks,
} from '#shared/biolinks/http/load-blocks.ts';
import type { BlockStore } from '#shared/biolinks/ports/page-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = BlockReads & { readonly blocks: Pick<BlockStore, 'read' | 'remove'> };

/** Removes a block. The response has the new revision of the blocks, so that an editor can continue without a read. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, LoadedBlock> {
  return {
    load: (request) => loadBlock(deps, request),
    revisionOf: revisionOfBlocks,

    async handle({ resource: { before, block, guard }, command }) {
      const response = { status: 204, headers: blocksTag(withoutBlock(before, block)) };
      await deps.blocks.remove(before, block, await command(response), guard);
      return response;
    },
  };
}
