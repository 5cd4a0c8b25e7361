import { BLOCK_LIMIT, type Block, type PageBlocks } from '#shared/biolinks/domain/block.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PageGuard } from '#shared/biolinks/ports/page-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import {
  toLastChange,
  toSecondaryChange,
  allOf,
  exists,
  isNew,
  revisionUnchanged,
  type Condition,
  type Expression,
  type UpdateWrite,
  type Write,
  checkItem,
  deleteItem,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import { toBlockItem, toOrderItem } from './block-items.ts';
import { blockKey, blockOrderKey, pageKey } from './keys.ts';
import { notActive } from './page-conditions.ts';

/**
 * The checks of the page that a write of its blocks requires. Deleting a page deletes the order of its blocks too, so the
 * condition on the order proves that the page exists; any further requirement needs a check of the page itself.
 */
export function pageGuardWrites(before: PageBlocks, pageId: string, guard: PageGuard): Write[] {
  if (guard === 'not-active') return [checkItem(pageKey(pageId), notActive)];
  return before.revision > 0 ? [] : [checkItem(pageKey(pageId), exists)];
}

/** Creates a page's first block, and the order with it. */
export function firstBlockWrites(block: Block, change: Change): Write[] {
  return [
    { ...putItem(toOrderItem(block, change), isNew), isLostByConflict: true },
    putItem(toBlockItem(block, 1, change)),
  ];
}

/** Adds a block. The order changes with every block, so its length enforces the limit. */
export function addWrites(before: PageBlocks, after: PageBlocks, block: Block, change: Change): Write[] {
  const order = nextOrder(before, block.pageId, toSecondaryChange(change), {
    expression: ', #ids = :ids, #written.#id = :after',
    names: { '#ids': 'ids', '#written': 'written', '#id': block.id },
    values: { ':ids': idsOf(after) },
  });
  return [
    { ...order, condition: allOf(order.condition, belowBlockLimit(before)) },
    putBlock(after, block, change),
  ];
}

/** Edits a block. Rejected if any block of the page changed since `before`. */
export function editWrites(before: PageBlocks, after: PageBlocks, block: Block, change: Change): Write[] {
  const order = nextOrder(before, block.pageId, toSecondaryChange(change), {
    expression: ', #written.#id = :after',
    names: { '#written': 'written', '#id': block.id },
  });
  return [order, putBlock(after, block, change)];
}

/** Removes a block. Rejected if any block of the page changed since `before`. */
export function removeWrites(before: PageBlocks, after: PageBlocks, block: Block, change: Change): Write[] {
  const { id, pageId, workspaceId } = block;
  const order = nextOrder(before, pageId, toSecondaryChange(change), {
    expression: ', #ids = :ids REMOVE #written.#id',
    names: { '#ids': 'ids', '#written': 'written', '#id': id },
    values: { ':ids': idsOf(after) },
  });
  return [
    order,
    deleteItem(blockKey(pageId, id), exists),
    removalEntryWrite({ resource: 'block', id, workspaceId }, change),
  ];
}

/** Reorders the blocks. The audit log has one entry, whose subject is the order of the page. */
export function orderWrites(
  before: PageBlocks,
  pageId: string,
  ids: readonly string[],
  change: Change,
): Write[] {
  // The command changes the order itself, so this change is not a secondary one.
  return [
    nextOrder(before, pageId, toLastChange(change), {
      expression: ', #ids = :ids',
      names: { '#ids': 'ids' },
      values: { ':ids': ids },
    }),
  ];
}

/**
 * The next order of the blocks. Every write of any block increments the revision of the order, so a condition on that revision
 * detects changes of all blocks.
 */
function nextOrder(
  before: PageBlocks,
  pageId: string,
  lastChange: ReturnType<typeof toLastChange>,
  { expression, names, values }: Expression,
): UpdateWrite {
  const update = {
    expression: `SET revision = :after, lastChange = :change${expression}`,
    names: { ...names },
    values: { ...values, ':after': before.revision + 1, ':change': lastChange },
  };
  return {
    ...updateItem(blockOrderKey(pageId), update, revisionUnchanged(before)),
    isLostByConflict: true,
  };
}

function putBlock({ revision }: PageBlocks, block: Block, change: Change): Write {
  return putItem(toBlockItem(block, revision, change));
}

/** The page can have another block. A failure with an unchanged revision means that the limit is reached. */
function belowBlockLimit({ revision }: PageBlocks): Condition {
  return {
    expression: 'size(#ids) < :limit',
    values: { ':limit': BLOCK_LIMIT },
    onFailure: (found) => (found?.['revision'] === revision ? limitReached() : new ConcurrentUpdateError()),
  };
}

function limitReached(): PlatformError {
  const detail = `A page can have at most ${BLOCK_LIMIT} blocks. Delete a block first.`;
  return new PlatformError(biolinksErrors.block_limit_reached, detail, { limit: BLOCK_LIMIT });
}

function idsOf({ blocks }: PageBlocks): string[] {
  return blocks.map(({ id }) => id);
}
