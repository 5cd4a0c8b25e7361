import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpusFolder, readCorpus, type StoredAttributes } from '#scripts/lib/stored-corpus/corpus-files.ts';
import { createItemKinds } from '#scripts/lib/stored-corpus/item-kinds.ts';
import { unmarshall } from '#shared/platform/store/attribute-values.ts';
import { ITEM_READERS } from '#test/support/fixtures/platform/stored/item-readers.ts';
import { NOT_STORED } from '#test/support/fixtures/platform/stored/not-stored.ts';
import { oneItemTable } from '#test/support/fixtures/platform/stored/one-item-table.ts';
import { asLines, RELEASES } from '#test/support/fixtures/platform/stored/releases.ts';

const kinds = createItemKinds();

async function viewOf(kind: string, stored: StoredAttributes): Promise<unknown> {
  const item = unmarshall(stored);
  const reader = ITEM_READERS[kind];
  if (!reader) throw new Error(`No reader of ${kind}`);
  return reader(item, oneItemTable(item));
}

describe.each(RELEASES)('the items that %s stored', (release) => {
  const { items } = readCorpus(release);

  it('are read with the same values as when they were recorded', async () => {
    const views = await Promise.all(
      items.map(async ({ kind, item }) => ({ kind, view: await viewOf(kind, item) })),
    );

    expect(views.filter(({ view }) => view === undefined || view === null)).toEqual([]);
    await expect(asLines(views)).toMatchFileSnapshot(join(corpusFolder(release), 'read-items.jsonl'));
  });

  it('have kinds that this version still recognises', () => {
    for (const { table, kind, item } of items)
      expect(kinds.of(table, { pk: item['pk']?.S ?? '', sk: item['sk']?.S ?? '' })).toBe(kind);
  });
});

describe('the corpus of stored items', () => {
  it('has a reader for every kind of item', () => {
    expect(Object.keys(ITEM_READERS).toSorted()).toEqual(kinds.all.toSorted());
  });

  it('has an item of every kind, apart from the listed ones', () => {
    const stored = new Set(RELEASES.flatMap((release) => readCorpus(release).items.map(({ kind }) => kind)));
    const missing = kinds.all.filter((kind) => !stored.has(kind));

    expect(missing.toSorted()).toEqual(Object.keys(NOT_STORED.items).toSorted());
  });
});
