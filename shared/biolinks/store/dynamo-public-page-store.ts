import * as v from 'valibot';
import { isListable } from '#shared/biolinks/domain/listable.ts';
import type { PublicPageStore } from '#shared/biolinks/ports/page-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { toPageBlocks } from './block-items.ts';
import { fromHostItem } from './domain-items.ts';
import { hostKey, pageKey, slugKey, slugOwner } from './keys.ts';
import { fromPageItem } from './page-items.ts';

const [BY_OWNER] = CORE_TABLE.indexes;
/** Attempts to read a page whose blocks are being written concurrently, and the pauses between them in milliseconds. */
const READ_ATTEMPTS = 14;
const READ_PAUSES = { firstMs: 10, maxMs: 400 };

const slugItem = v.object({ pageId: v.string(), moved: v.boolean() });

/** The reads of visitors' requests in the core table. */
export function createDynamoPublicPageStore(table: Table): PublicPageStore {
  return {
    async findDomain(host) {
      const item = await table.get(hostKey(host));
      return item && fromHostItem(item).domainId;
    },

    async findSlug(domainId, slug) {
      const item = await table.get(slugKey(domainId, slug));
      if (!item) return undefined;
      const { pageId, moved } = parseItem(slugItem, item);
      return { kind: moved ? 'moved' : 'page', pageId };
    },

    async readPage(pageId) {
      const { sk } = pageKey(pageId);
      for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
        const items = await readPartition(pageId);
        const own = items.find((item) => item['sk'] === sk);
        if (!own) return undefined;
        const blocks = toPageBlocks(items);
        if (blocks) return { page: fromPageItem(own), blocks };
        await table.backOff(attempt, READ_PAUSES);
      }
      throw new PlatformError(
        'temporarily_unavailable',
        'The blocks are being changed too often to be read. Retry the request.',
      );
    },

    async listIndexableSlugs(domainId, limit) {
      const rows = await table.query({
        index: BY_OWNER,
        pk: slugOwner(domainId),
        from: '-',
        to: '~',
        descending: false,
        limit,
      });
      return rows.map((row) => String(row['ownerSk']));
    },

    async readIndexable(domainId, slugs) {
      // Eventually consistent at half the price: the request is public, and the response may be slightly outdated.
      const claims = await table.getAll(
        slugs.map((slug) => slugKey(domainId, slug)),
        'eventual',
      );
      const ids = new Set(claims.map((claim) => parseItem(slugItem, claim).pageId));
      const pages = await table.getAll([...ids].map(pageKey), 'eventual');
      // The index is eventually consistent, so check what the pages say.
      return pages
        .map(fromPageItem)
        .filter((page) => page.domainId === domainId && isListable(page))
        .map(({ slug, updatedAt }) => ({ slug, updatedAt }))
        .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
    },
  };

  /** Strongly consistent, so that a new password takes effect at once. */
  async function readPartition(pageId: string): Promise<Item[]> {
    const items: Item[] = [];
    const { pk: partition } = pageKey(pageId);
    for await (const chunk of partitionPages(table, { partition, consistent: true })) items.push(...chunk);
    return items;
  }
}
