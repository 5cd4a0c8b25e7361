import { type Block, BLOCK_LIMIT, type PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { PageStatus } from '#shared/biolinks/domain/page.ts';
import type { PageGuard } from '#shared/biolinks/ports/page-store.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { toSecondaryChange, toLastChange } from '#shared/platform/store/command-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import { orderSubject, toBlockItem, toOrderItem } from './block-items.ts';
import { blockKey, blockOrderKey, pageKey } from './page-keys.ts';

type Place = { readonly table: string; readonly change: Change };

/**
 * The page that a write of its blocks needs. Deleting it deletes their order too, so one look at the order tells that it is
 * there; what else is asked of it takes a look at the page itself.
 */
export function pageGuardWrites(
  table: string,
  before: PageBlocks,
  pageId: string,
  guard: PageGuard,
): Write[] {
  const key = pageKey(pageId);
  if (guard === 'not-active') {
    const names = { '#status': 'status' };
    const values = { ':active': 'active' satisfies PageStatus };
    const condition = { when: 'attribute_exists(pk) AND #status <> :active', onFailure };
    return [{ kind: 'check', table, key, names, values, condition }];
  }
  const hasOrder = before.revision > 0;
  return hasOrder
    ? []
    : [{ kind: 'check', table, key, condition: { when: 'attribute_exists(pk)', onFailure } }];
}

/** A page's first block, and with it the order. */
export function firstBlockWrites({ table, change }: Place, block: Block): Write[] {
  const isNew = { when: 'attribute_not_exists(pk)', onFailure };
  return [
    { kind: 'put', table, item: toOrderItem(block, change), condition: isNew },
    { kind: 'put', table, item: toBlockItem(block, 1, change) },
  ];
}

/** One more block. The order is in step with the blocks, so its length is what the limit is held to. */
export function addWrites(place: Place, before: PageBlocks, after: PageBlocks, block: Block): Write[] {
  const write = moveOn(place, before, block, {
    set: ', #ids = :ids, #written.#id = :after',
    names: { '#ids': 'ids', '#written': 'written', '#id': block.id },
    values: { ':ids': idsOf(after), ':limit': BLOCK_LIMIT },
    condition: { when: `${UNCHANGED} AND size(#ids) < :limit`, onFailure: (found) => full(before, found) },
  });
  return [write, putBlock(place, after, block)];
}

export function editWrites(place: Place, before: PageBlocks, after: PageBlocks, block: Block): Write[] {
  const write = moveOn(place, before, block, {
    set: ', #written.#id = :after',
    names: { '#written': 'written', '#id': block.id },
  });
  return [write, putBlock(place, after, block)];
}

export function removeWrites(place: Place, before: PageBlocks, after: PageBlocks, block: Block): Write[] {
  const { table, change } = place;
  const { id, workspaceId } = block;
  const write = moveOn(place, before, block, {
    set: ', #ids = :ids REMOVE #written.#id',
    names: { '#ids': 'ids', '#written': 'written', '#id': block.id },
    values: { ':ids': idsOf(after) },
  });
  const condition = { when: 'attribute_exists(pk)', onFailure };
  return [
    write,
    { kind: 'delete', table, key: blockKey(block.pageId, id), condition },
    removalEntryWrite(table, { resource: 'block', id, workspaceId }, change),
  ];
}

export function orderWrites(
  place: Place,
  before: PageBlocks,
  pageId: string,
  ids: readonly string[],
): Write[] {
  const workspaceId = before.blocks[0]?.workspaceId ?? '';
  return [
    moveOn(
      place,
      before,
      { workspaceId, pageId },
      {
        set: ', #ids = :ids',
        names: { '#ids': 'ids' },
        // The order itself is what this command is about; others only bring it along.
        values: { ':ids': ids, ':change': toLastChange(place.change) },
      },
    ),
  ];
}

/** Every write of blocks writes their order, so this alone tells whether they are as they were read. */
const UNCHANGED = 'revision = :before';

type OrderChange = {
  /** Behind the assignments that every change makes. */
  readonly set: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly condition?: Condition;
};

function moveOn(
  { table, change }: Place,
  before: PageBlocks,
  { workspaceId, pageId }: Pick<Block, 'workspaceId' | 'pageId'>,
  order: OrderChange,
): Write {
  const { set, names, values = {}, condition = { when: UNCHANGED, onFailure } } = order;
  const subject = orderSubject(workspaceId, pageId);
  return {
    kind: 'update',
    table,
    key: blockOrderKey(pageId),
    set: `SET revision = :after, last_change = :change, #resource = :resource, id = :page, workspace_id = :workspace${set}`,
    names: { ...names, '#resource': 'resource' },
    values: {
      ':before': before.revision,
      ':after': before.revision + 1,
      ':change': toSecondaryChange(change),
      ':resource': subject.resource,
      ':page': subject.id,
      ':workspace': subject.workspace_id,
      ...values,
    },
    condition,
  };
}

function putBlock({ table, change }: Place, { revision }: PageBlocks, block: Block): Write {
  return { kind: 'put', table, item: toBlockItem(block, revision, change) };
}

/** The condition has two parts: blocks that are as they were read are too many. */
function full({ revision }: PageBlocks, found: Item | undefined): Error {
  if (found?.['revision'] !== revision) return onFailure();
  const detail = `A page can have at most ${BLOCK_LIMIT} blocks.`;
  return new PlatformError('block_limit_reached', detail, { limit: BLOCK_LIMIT });
}

function onFailure(): Error {
  return new ConcurrentUpdateError();
}

function idsOf({ blocks }: PageBlocks): string[] {
  return blocks.map(({ id }) => id);
}
