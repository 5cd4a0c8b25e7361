import { BLOCK_LIMIT, type PageBlocks } from '#shared/biolinks/domain/block.ts';
import {
  inOrder,
  NO_BLOCKS,
  withBlock,
  withEdited,
  withoutBlock,
} from '#shared/biolinks/domain/page-blocks.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { BlockStore, PageGuard } from '#shared/biolinks/ports/page-store.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Blocks over a memory core. */
export function createMemoryBlockStore(core: MemoryCore): BlockStore {
  function blocksOf(pageId: string): PageBlocks {
    return (core.pages.has(pageId) && core.blocks.get(pageId)) || NO_BLOCKS;
  }

  function write(
    before: PageBlocks,
    after: PageBlocks,
    pageId: string,
    context: CommandContext,
    guard: PageGuard = 'exists',
  ): void {
    commitInMemory(core, context, () => {
      const page = core.pages.get(pageId);
      if (!page || blocksOf(pageId).revision !== before.revision) throw new ConcurrentUpdateError();
      if (guard === 'not-active' && page.status === 'active') throw new ConcurrentUpdateError();
      if (after.blocks.length > BLOCK_LIMIT) {
        throw new PlatformError(biolinksErrors.block_limit_reached, 'Full', { limit: BLOCK_LIMIT });
      }
      core.blocks.set(pageId, structuredClone(after));
    });
  }

  return {
    async read(pageId) {
      return structuredClone(blocksOf(pageId));
    },

    async create(before, block, position, context, guard) {
      write(before, withBlock(before, block, position), block.pageId, context, guard);
    },

    async save(before, block, context, guard) {
      write(before, withEdited(before, block), block.pageId, context, guard);
    },

    async remove(before, block, context, guard) {
      write(before, withoutBlock(before, block), block.pageId, context, guard);
    },

    async reorder(before, pageId, ids, context, guard) {
      write(before, inOrder(before, ids), pageId, context, guard);
    },
  };
}
