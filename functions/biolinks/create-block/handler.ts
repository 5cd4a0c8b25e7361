import { newBlock } from '#shared/biolinks/domain/block-edit.ts';
import { BLOCK_LIMIT, type PageBlocks } from '#shared/biolinks/domain/block.ts';
import { requireSize, withBlock } from '#shared/biolinks/domain/page-blocks.ts';
import { newFields } from '#shared/biolinks/http/block-fields.ts';
import { blockResponse } from '#shared/biolinks/http/block-view.ts';
import {
  type BlockReads,
  loadBlocks,
  type LoadedBlocks,
  revisionOfBlocks,
} from '#shared/biolinks/http/load-blocks.ts';
import type { BlockStore } from '#shared/biolinks/ports/page-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = BlockReads & { readonly blocks: Pick<BlockStore, 'read' | 'create'> };

/** Adds a block. Concurrent requests without `If-Match` rarely fail, because each is retried up to `BLOCK_RETRIES` times. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, LoadedBlocks> {
  return {
    load: (request) => loadBlocks(deps, request),
    revisionOf: revisionOfBlocks,

    async handle({ resource: { page, before, guard }, body, now, baseUrl, command }) {
      const fields = newFields(body);
      const position = resolvePosition(before, body.position);
      const identity = { id: newId(now), workspaceId: page.workspaceId, pageId: page.id };
      const block = newBlock(identity, fields, now);
      const after = withBlock(before, block, position);
      if (before.blocks.length < BLOCK_LIMIT) requireSize(before, after);
      const shown = blockResponse(201, block, after);
      const location = `${baseUrl}/api/v1/biolinks/pages/${page.id}/blocks/${block.id}`;
      const response = { ...shown, headers: { Location: location, ...shown.headers } };
      await deps.blocks.create(before, block, position, await command(response), guard);
      return response;
    },
  };
}

/** On a page with the maximum number of blocks, the store rejects the block with `block_limit_reached`, whatever its position. */
function resolvePosition({ blocks }: PageBlocks, position = blocks.length): number {
  if (position <= blocks.length || blocks.length >= BLOCK_LIMIT) return position;
  throw new ValidationError([
    {
      pointer: '#/position',
      code: 'out_of_range',
      detail: `Use a position from 0 to ${blocks.length}; the last one adds the block at the end.`,
    },
  ]);
}
