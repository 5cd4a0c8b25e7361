import { editBlock } from '#shared/biolinks/domain/block-edit.ts';
import { requireSize, withEdited } from '#shared/biolinks/domain/page-blocks.ts';
import { editedFields } from '#shared/biolinks/http/block-fields.ts';
import { blockResponse } from '#shared/biolinks/http/block-view.ts';
import {
  type BlockReads,
  loadBlock,
  type LoadedBlock,
  revisionOfBlocks,
} from '#shared/biolinks/http/load-blocks.ts';
import type { BlockStore } from '#shared/biolinks/ports/page-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = BlockReads & { readonly blocks: Pick<BlockStore, 'read' | 'save'> };

/** Edits a block; its type cannot change. An edit that changes nothing writes nothing. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, LoadedBlock> {
  return {
    load: (request) => loadBlock(deps, request),
    revisionOf: revisionOfBlocks,

    async handle({ resource: { before, block, guard }, body, now, command }) {
      const after = editBlock(block, editedFields(block, body), now);
      if (!after) return blockResponse(200, block, before);
      requireSize(before, withEdited(before, after));
      const response = blockResponse(200, after, withEdited(before, after));
      await deps.blocks.save(before, after, await command(response), guard);
      return response;
    },
  };
}
