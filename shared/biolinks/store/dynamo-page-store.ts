import { randomUUID } from 'node:crypto';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { PageReader, PageStore } from '#shared/biolinks/ports/page-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { commit, commitWrites } from '#shared/platform/store/commit.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { readFiltered } from '#shared/platform/store/listed-items.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import {
  exists,
  isNew,
  unchangedSince,
  type Write,
  checkItem,
  deleteItem,
} from '#shared/platform/store/write.ts';
import { blockOrderKey, pageKey, pageOwner } from './keys.ts';
import { editWrite } from './page-edit-write.ts';
import { readFormerSlugs, fromPageItem } from './page-items.ts';
import { createWrites, editWrites, renameWrites, removeWrites } from './page-writes.ts';

/** Writes beside the check of the key: DynamoDB accepts 100 in one transaction. */
const TRANSACTION_LIMIT = 99;
/** Pages that one read of a filtered list reads. */
const BATCH = 100;

/** The reads of `createDynamoPageStore`, for operations that may not write. */
export function createDynamoPageReader(table: Table): PageReader {
  return {
    async find(workspaceId, pageId) {
      const item = await table.get(pageKey(pageId));
      const page = item && fromPageItem(item);
      return page?.workspaceId === workspaceId ? page : undefined;
    },

    list(workspaceId, { status, limit, after }) {
      const list = {
        partitions: [pageOwner(workspaceId)],
        atOnce: status === undefined ? Math.min(limit, BATCH) : BATCH,
        decode: fromPageItem,
        matches: (page: Page) => status === undefined || page.status === status,
      };
      return readFiltered(table, list, { order: 'desc', limit, after });
    },
  };
}

/** Pages in the core table, each with the claims of its slug and its former slugs. */
export function createDynamoPageStore(table: WritableTable): PageStore {
  return {
    ...createDynamoPageReader(table),

    async create(page, context) {
      await commit(table, context, createWrites(page, context.change));
    },

    async edit(target, edit, guard, { change }) {
      const { written, item } = await tryWrite(table, editWrite(target, edit, guard, change), change.nonce);
      const page = item && fromPageItem(item);
      return { written, page: page?.workspaceId === target.workspaceId ? page : undefined };
    },

    async save(before, after, context) {
      const { change } = context;
      const stays = before.slug === after.slug && before.domainId === after.domainId;
      const writes = stays
        ? editWrites(before, after, change)
        : renameWrites(before, after, await formerSlugs(before), change);
      await commit(table, context, writes);
    },

    async remove(page, { change }) {
      const { own, blocks } = await readPartition(page);
      const all = [
        ...removeWrites(page, readFormerSlugs(own), change),
        removeOrder(page.id, blocks.find(isOrder)),
        ...blocks.filter((item) => !isOrder(item)).map((block) => deleteItem(block, exists)),
      ];
      await commit(table, { change }, all.slice(0, TRANSACTION_LIMIT));
      // A hundred blocks and six slugs exceed one transaction. If the second write fails, nothing references its blocks.
      const rest = all.slice(TRANSACTION_LIMIT);
      if (rest.length > 0) await commitWrites(table, rest, randomUUID());
    },
  };

  /** Reads the former slugs, which are not part of `Page`. The condition of the write compares the page's revision. */
  async function formerSlugs({ id, revision }: Page) {
    const item = await table.get(pageKey(id));
    if (!item || fromPageItem(item).revision !== revision) throw new ConcurrentUpdateError();
    return readFormerSlugs(item);
  }

  async function readPartition({ id }: Page): Promise<{ own: Item; blocks: (Item & Key)[] }> {
    const { pk, sk } = pageKey(id);
    const items: Item[] = [];
    for await (const chunk of partitionPages(table, { partition: pk, consistent: true }))
      items.push(...chunk);
    const own = items.find((item) => item['sk'] === sk);
    if (!own) throw new ConcurrentUpdateError();
    const blocks = items
      .filter((item) => item !== own)
      .map((item) => ({ ...item, pk, sk: String(item['sk']) }));
    return { own, blocks };
  }
}

/** Deletes the order of the blocks if it is unchanged: then no block was added after the blocks were read. */
function removeOrder(pageId: string, order: Item | undefined): Write {
  const key = blockOrderKey(pageId);
  return order ? deleteItem(key, unchangedSince(order)) : checkItem(key, isNew);
}

function isOrder({ sk }: Key): boolean {
  return sk === blockOrderKey('').sk;
}
