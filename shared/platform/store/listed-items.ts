import type { Key } from './keys.ts';
import { CORE_TABLE } from './table-definition.ts';
import { type Item, keyOf, type PartitionQuery, type Table } from './table.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Sort before and after every id and every time. */
const BEGINNING = '0';
const END = '~';

/** A page of a list: at most `limit` entries after the sort key `after`, where the previous page ended. */
type ListRange = {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after?: string | undefined;
};

/** An item in a list: its key, and the sort key of its entry. */
type ListEntry = { readonly key: Key; readonly position: string };

/** What a list with a filter reads. */
type FilteredList<T> = {
  /** Partitions of the index by owner, which are merged by the sort keys of their entries. */
  readonly partitions: readonly string[];
  /** Entries that one round of reads reads. */
  readonly atOnce: number;
  /** @throws MalformedItemError */
  readonly decode: (item: Item) => T;
  /** Whether the item itself matches: the index is eventually consistent. */
  readonly matches: (found: T) => boolean;
};

/** A page of a partition of the table, or of one of its indexes. */
export async function readEntries(
  table: Pick<Table, 'query'>,
  partition: Pick<PartitionQuery, 'pk' | 'index'>,
  { order, limit, after }: ListRange,
): Promise<ListEntry[]> {
  const descending = order === 'desc';
  const rows = await table.query({
    ...partition,
    from: descending ? BEGINNING : (after ?? BEGINNING),
    to: descending ? (after ?? END) : END,
    descending,
    // Bounds are inclusive, so one more is read for the last entry of the previous page.
    limit: after === undefined ? limit : limit + 1,
  });
  return rows
    .map((row) => ({ key: keyOf(row), position: String(row[partition.index?.sortKey ?? 'sk']) }))
    .filter(({ position }) => position !== after)
    .slice(0, limit);
}

/**
 * A page of the items in a partition of the index by owner. An item that was deleted, or that moved in the list, after the read of
 * the index is missing. `readTo` is where the next page begins, undefined at the end of the list (`pageTo`).
 */
export async function readListed(
  table: Pick<Table, 'query' | 'getAll'>,
  pk: string,
  range: ListRange,
): Promise<{ readonly items: readonly Item[]; readonly readTo: string | undefined }> {
  const { limit } = range;
  // One more tells whether there is a next page.
  const entries = await readEntries(table, { pk, index: BY_OWNER }, { ...range, limit: limit + 1 });
  const page = entries.slice(0, limit);
  const positions = new Set<unknown>(page.map(({ position }) => position));
  const items = await table.getAll(page.map(({ key }) => key));
  return {
    items: items.filter(({ ownerSk }) => positions.has(ownerSk)),
    readTo: entries.length > limit ? page.at(-1)?.position : undefined,
  };
}

/** At most `limit` items that match a filter (`toPage`). */
export async function readFiltered<T>(
  table: Pick<Table, 'query' | 'getAll'>,
  { partitions, atOnce, decode, matches }: FilteredList<T>,
  { order, limit, after }: ListRange,
): Promise<T[]> {
  const found: T[] = [];
  for (let last = after; ;) {
    const range = { order, limit: atOnce, after: last };
    const parts = await Promise.all(
      partitions.map((pk) => readEntries(table, { pk, index: BY_OWNER }, range)),
    );
    // An item that moves to another partition meanwhile can be in both.
    const keys = new Map(parts.flat().map(({ position, key }) => [position, key]));
    const ascending = [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const entries = (order === 'desc' ? ascending.toReversed() : ascending).slice(0, atOnce);
    const items = await table.getAll(entries.map(([, key]) => key));
    found.push(...items.map(decode).filter(matches));
    last = entries.at(-1)?.[0];
    if (found.length >= limit || entries.length < atOnce) return found.slice(0, limit);
  }
}
