import { BLOCK_LIMIT } from '#shared/biolinks/domain/block.ts';
import { withBlock, withEdited, withoutBlock } from '#shared/biolinks/domain/page-blocks.ts';
import type { BlockReader, BlockStore } from '#shared/biolinks/ports/page-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { outdatedBlocks, toPageBlocks } from './block-items.ts';
import {
  addWrites,
  editWrites,
  firstBlockWrites,
  orderWrites,
  pageGuardWrites,
  removeWrites,
} from './block-writes.ts';
import { pageKey } from './keys.ts';

/** Attempts to read blocks that are being written concurrently, and the pauses between them in milliseconds. */
const READ_ATTEMPTS = 14;
const READ_PAUSES = { firstMs: 10, maxMs: 400 };

/** The reads of `createDynamoBlockStore`, for operations that may not write. */
export function createDynamoBlockReader(table: Table): BlockReader {
  return {
    async read(pageId) {
      for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
        const items = await readPartition(pageId);
        const blocks = toPageBlocks(items) ?? toPageBlocks(await completed(pageId, items));
        if (blocks) return blocks;
        await table.backOff(attempt, READ_PAUSES);
      }
      throw new PlatformError(
        'temporarily_unavailable',
        'The blocks are being changed too often to be read. Retry the request.',
      );
    },
  };

  /** The items of a query and the current versions of its outdated blocks. This is enough while other requests only add blocks. */
  async function completed(pageId: string, items: readonly Item[]): Promise<Item[]> {
    const outdated = outdatedBlocks(pageId, items).toSorted();
    const [from, to] = [outdated.at(0), outdated.at(-1)];
    if (from === undefined || to === undefined) return [...items];
    const { pk } = pageKey(pageId);
    const range = { pk, from, to, descending: false, limit: BLOCK_LIMIT, consistent: true };
    return [...items, ...(await table.query(range))];
  }

  async function readPartition(pageId: string): Promise<Item[]> {
    const items: Item[] = [];
    const { pk: partition } = pageKey(pageId);
    for await (const chunk of partitionPages(table, { partition, consistent: true })) items.push(...chunk);
    return items;
  }
}

/**
 * Blocks in the partition of their page, one item each and one item for their order. Every write is one transaction over
 * both. The order has the revision at which each block was written, so that a read detects concurrent writes.
 */
export function createDynamoBlockStore(table: WritableTable): BlockStore {
  return {
    ...createDynamoBlockReader(table),

    async create(before, block, position, context, guard = 'exists') {
      const { change } = context;
      const writes =
        before.revision === 0
          ? firstBlockWrites(block, change)
          : addWrites(before, withBlock(before, block, position), block, change);
      await commit(table, context, [...pageGuardWrites(before, block.pageId, guard), ...writes]);
    },

    async save(before, block, context, guard = 'exists') {
      const writes = editWrites(before, withEdited(before, block), block, context.change);
      await commit(table, context, [...pageGuardWrites(before, block.pageId, guard), ...writes]);
    },

    async remove(before, block, context, guard = 'exists') {
      const writes = removeWrites(before, withoutBlock(before, block), block, context.change);
      await commit(table, context, [...pageGuardWrites(before, block.pageId, guard), ...writes]);
    },

    async reorder(before, pageId, ids, context, guard = 'exists') {
      const writes = orderWrites(before, pageId, ids, context.change);
      await commit(table, context, [...pageGuardWrites(before, pageId, guard), ...writes]);
    },
  };
}
