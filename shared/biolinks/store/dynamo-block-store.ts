import { setTimeout as wait } from 'node:timers/promises';
import { withBlock, withEdited, withoutBlock } from '#shared/biolinks/domain/page-blocks.ts';
import type { BlockStore } from '#shared/biolinks/ports/page-store.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { idempotencyWrites } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/write.ts';
import { pageBlocksOf } from './block-items.ts';
import {
  addWrites,
  editWrites,
  firstBlockWrites,
  orderWrites,
  pageGuardWrites,
  removeWrites,
} from './block-writes.ts';
import { pageKey } from './page-keys.ts';

/** How often blocks are read that a write is landing on, and the pauses between, in milliseconds. */
const READ_ATTEMPTS = 6;
const READ_PAUSE_MS = 10;

/**
 * Blocks under their page, one item each and one for their order. Every write is one transaction over both; the order
 * tells of each block at which revision it was written, so that a read knows whether it saw one moment.
 */
export function createDynamoBlockStore(table: Table): BlockStore {
  return {
    async read(pageId) {
      for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
        const blocks = pageBlocksOf(await readPartition(pageId));
        if (blocks) return blocks;
        await wait(Math.random() * READ_PAUSE_MS * 2 ** attempt);
      }
      throw new PlatformError(
        'temporarily_unavailable',
        'The blocks are being changed too often to be read. Retry the request.',
      );
    },

    async create(before, block, position, context, guard = 'exists') {
      const place = { table: table.name, change: context.change };
      const writes =
        before.revision === 0
          ? firstBlockWrites(place, block)
          : addWrites(place, before, withBlock(before, block, position), block);
      await executeOperation(
        [...pageGuardWrites(table.name, before, block.pageId, guard), ...writes],
        context,
      );
    },

    async save(before, block, context, guard = 'exists') {
      const place = { table: table.name, change: context.change };
      const writes = editWrites(place, before, withEdited(before, block), block);
      await executeOperation(
        [...pageGuardWrites(table.name, before, block.pageId, guard), ...writes],
        context,
      );
    },

    async remove(before, block, context, guard = 'exists') {
      const place = { table: table.name, change: context.change };
      const writes = removeWrites(place, before, withoutBlock(before, block), block);
      await executeOperation(
        [...pageGuardWrites(table.name, before, block.pageId, guard), ...writes],
        context,
      );
    },

    async reorder(before, pageId, ids, context, guard = 'exists') {
      const place = { table: table.name, change: context.change };
      const writes = orderWrites(place, before, pageId, ids);
      await executeOperation([...pageGuardWrites(table.name, before, pageId, guard), ...writes], context);
    },
  };

  async function executeOperation(writes: readonly Write[], context: CommandContext): Promise<void> {
    await commit(table.client, [...idempotencyWrites(table.name, context), ...writes], context.change.nonce);
  }

  async function readPartition(pageId: string): Promise<Item[]> {
    const items: Item[] = [];
    const { pk: partition } = pageKey(pageId);
    for await (const chunk of partitionPages(table, { partition, consistent: true })) items.push(...chunk);
    return items;
  }
}
