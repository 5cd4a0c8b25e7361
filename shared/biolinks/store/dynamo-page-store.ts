import { randomUUID } from 'node:crypto';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { idempotencyWrites } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { conditionalWrite } from '#shared/platform/store/conditional-write.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/write.ts';
import { editUpdate } from './page-edit-write.ts';
import { formerSlugsOf, fromPageItem } from './page-items.ts';
import { blockOrderKey, pageKey, pageOwner } from './page-keys.ts';
import { createWrites, editWrites, moveWrites, removeWrites } from './page-writes.ts';

const [BY_OWNER] = CORE_TABLE.indexes;
/** DynamoDB takes this many writes in one transaction. */
const TRANSACTION_LIMIT = 100;
/** Most items read at a time: what one batch takes. */
const BATCH = 100;
/** Sorts after every id. */
const END = '~';

/** Pages in the core table, each with the claim of its slug and of the ones it had before. */
export function createDynamoPageStore(table: Table): PageStore {
  return {
    async create(page, context) {
      const writes = [
        ...idempotencyWrites(table.name, context),
        ...createWrites(table.name, page, context.change),
      ];
      await commit(table.client, writes, context.change.nonce);
    },

    async find(workspaceId, pageId) {
      const item = await table.get(pageKey(pageId));
      const page = item && fromPageItem(item);
      return page?.workspaceId === workspaceId ? page : undefined;
    },

    async list(workspaceId, { status, limit, after }) {
      const found: Page[] = [];
      const chunk = status === undefined ? Math.min(limit, BATCH) : BATCH;
      for (let to = after; ;) {
        const rows = await pageIdsBefore(workspaceId, to, chunk);
        const items = await table.getAll(rows.map(pageKey));
        const pages = items.map(fromPageItem).toSorted((a, b) => (a.id < b.id ? 1 : -1));
        // The index forgets and learns a moment late; what is shown is as it is now.
        found.push(...pages.filter((page) => status === undefined || page.status === status));
        to = rows.at(-1);
        if (found.length >= limit || rows.length < chunk || to === undefined) break;
      }
      return found.slice(0, limit);
    },

    async edit(target, edit, guard, { change }) {
      const { write, when } = editUpdate(target, edit, guard, change);
      const { written, item } = await conditionalWrite(table, write, when, change.nonce);
      const page = item && fromPageItem(item);
      return { written, page: page?.workspaceId === target.workspaceId ? page : undefined };
    },

    async save(before, after, context) {
      const { change } = context;
      const stays = before.slug === after.slug && before.domainId === after.domainId;
      const writes = stays
        ? editWrites(table.name, before, after, change)
        : moveWrites(table.name, before, after, await formerSlugs(before), change);
      await commit(table.client, [...idempotencyWrites(table.name, context), ...writes], change.nonce);
    },

    async remove(page, { change }) {
      const { own, blocks } = await readPartition(page);
      const writes = removeWrites(table.name, page, formerSlugsOf(own), change);
      const order = guardOrder(page.id, blocks);
      const all = [...writes, ...order, ...blocks.filter((item) => !isOrder(item)).map(deleteItem)];
      await commit(table.client, all.slice(0, TRANSACTION_LIMIT), change.nonce);
      // A hundred blocks and six slugs do not fit into one transaction. Nothing leads to what is left, should this fail.
      const rest = all.slice(TRANSACTION_LIMIT);
      if (rest.length > 0) await commit(table.client, rest, randomUUID());
    },
  };

  async function pageIdsBefore(
    workspaceId: string,
    after: string | undefined,
    limit: number,
  ): Promise<string[]> {
    const rows = await table.query({
      index: BY_OWNER,
      pk: pageOwner(workspaceId),
      from: '0',
      to: after ?? END,
      descending: true,
      limit: limit + 1,
    });
    return rows
      .map((row) => String(row['owner_sk']))
      .filter((id) => id !== after)
      .slice(0, limit);
  }

  /** Read anew, since pages are handed around without them; the write's condition holds them to the page's revision. */
  async function formerSlugs({ id, revision }: Page) {
    const item = await table.get(pageKey(id));
    if (!item || fromPageItem(item).revision !== revision) throw new ConcurrentUpdateError();
    return formerSlugsOf(item);
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

  /** Every write of a block writes the order too: if that is as it was read, these are all the blocks. */
  function guardOrder(pageId: string, blocks: readonly (Item & Key)[]): Write[] {
    const key = blockOrderKey(pageId);
    const onFailure = () => new ConcurrentUpdateError();
    const order = blocks.find(isOrder);
    if (!order) {
      return [
        { kind: 'check', table: table.name, key, condition: { when: 'attribute_not_exists(pk)', onFailure } },
      ];
    }
    const values = { ':seen': nonceOf(order) };
    const condition = { when: 'last_change.nonce = :seen', onFailure };
    return [{ kind: 'delete', table: table.name, key, values, condition }];
  }

  function deleteItem({ pk, sk }: Key): Write {
    const condition = { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() };
    return { kind: 'delete', table: table.name, key: { pk, sk }, condition };
  }
}

function isOrder({ sk }: Key): boolean {
  return sk === blockOrderKey('').sk;
}

function nonceOf({ last_change: change }: Item): Change['nonce'] | undefined {
  return typeof change === 'object' && change !== null && 'nonce' in change
    ? String(change.nonce)
    : undefined;
}
