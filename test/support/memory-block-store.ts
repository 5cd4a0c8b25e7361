import type { CommandContext } from '#shared/domain/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/domain/errors.ts';
import { BLOCK_LIMIT, type PageBlocks } from '#shared/domain/pages/block.ts';
import { inOrder, NO_BLOCKS, withBlock, withEdited, withoutBlock } from '#shared/domain/pages/page-blocks.ts';
import type { BlockStore } from '#shared/domain/ports/page-store.ts';
import { commitInMemory, type MemoryCore } from './memory-core.ts';

/** Blocks over a memory core. */
export function createMemoryBlockStore(core: MemoryCore): BlockStore {
  function blocksOf(pageId: string): PageBlocks {
    return (core.pages.has(pageId) && core.blocks.get(pageId)) || NO_BLOCKS;
  }

  function write(before: PageBlocks, after: PageBlocks, pageId: string, context: CommandContext): void {
    commitInMemory(core, context, () => {
      if (!core.pages.has(pageId) || blocksOf(pageId).revision !== before.revision) {
        throw new ConcurrentUpdateError();
      }
      if (after.blocks.length > BLOCK_LIMIT) {
        throw new PlatformError('block_limit_reached', 'Full', { limit: BLOCK_LIMIT });
      }
      core.blocks.set(pageId, structuredClone(after));
    });
  }

  return {
    async read(pageId) {
      return structuredClone(blocksOf(pageId));
    },

    async create(before, block, position, context) {
      write(before, withBlock(before, block, position), block.pageId, context);
    },

    async save(before, block, context) {
      write(before, withEdited(before, block), block.pageId, context);
    },

    async remove(before, block, context) {
      write(before, withoutBlock(before, block), block.pageId, context);
    },

    async reorder(before, pageId, ids, context) {
      write(before, inOrder(before, ids), pageId, context);
    },
  };
}
