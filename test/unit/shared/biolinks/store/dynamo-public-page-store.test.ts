import { describe, expect, it } from 'vitest';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { slugKey } from '#shared/biolinks/store/keys.ts';
import { toPageItem } from '#shared/biolinks/store/page-items.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';

/** A table whose index still lists an earlier slug, while the page is as given. */
function laggingTable(domainId: string, page: Page): Pick<Table, 'query' | 'getAll'> {
  const { change } = aContext();
  return {
    query: async () => [{ ownerSk: 'ada' }, { owner_sk: 'ada-before' }],
    getAll: async (keys) =>
      keys.map(({ pk }) =>
        pk.startsWith('S#')
          ? { ...slugKey(domainId, 'ada'), pageId: page.id, moved: false }
          : toPageItem(page, change),
      ),
  };
}

describe('readIndexable', () => {
  it('uses eventually consistent reads, at half the price', async () => {
    const asked: unknown[] = [];
    const table = laggingTable('domain-1', aPage({ status: 'active', slug: 'ada', domainId: 'domain-1' }));
    const watched: Pick<Table, 'query' | 'getAll'> = {
      ...table,
      getAll(keys, consistency) {
        asked.push(consistency);
        return table.getAll(keys);
      },
    };
    await createDynamoPublicPageStore(watched as Table).readIndexable('domain-1', ['ada']);

    expect(asked).toEqual(['eventual', 'eventual']);
  });
});

describe('readIndexable, while the index lags behind', () => {
  const domainId = 'domain-1';
  const listed = { status: 'active', slug: 'ada', domainId } as const;

  it.each([
    ['lists a page once that the index has under two slugs', listed, ['ada']],
    ['omits a page that has moved to another domain', { ...listed, domainId: 'domain-2' }, []],
    ['omits a page that is no longer listable', { ...listed, status: 'archived' }, []],
  ] as const)('%s', async (_, overrides, expected) => {
    const table = laggingTable(domainId, aPage(overrides)) as Table;
    const store = createDynamoPublicPageStore(table);
    const found = await store.readIndexable(domainId, await store.listIndexableSlugs(domainId, 10));

    expect(found.map(({ slug }) => slug)).toEqual(expected);
  });
});
