import { deliveryIdFloor } from '#shared/platform/runtime/ids.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { entryMatcher, type MarkedValues, positionIn } from './marked-index.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Index entries of one read, and the most that one page of a filtered list reads: about 5 MB. */
const ENTRIES_AT_ONCE = 1000;
const MAX_ENTRIES = 25_000;

/** Maximum number of items in one batch read. */
const BATCH = 100;

/** Sort before and after every index entry. */
const BEGINNING = '0';
const END = '~';

/** A page of records in the order of their last change. */
type Range = {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** The position where the previous page ended. */
  readonly after?: string | undefined;
  /** Only records that changed at this time or later. */
  readonly changedSince?: Date | undefined;
};

/** The records of a list: their partition in the index by owner, and the filter. */
type MarkedList<T> = {
  readonly workspaceId: string;
  readonly partition: string;
  /** What the filter wants, for the markers of the index. */
  readonly wanted: MarkedValues;
  /** Whether the record itself matches: the index is eventually consistent, and a marker can match by chance. */
  readonly matches: (record: T) => boolean;
  /** @throws MalformedItemError */
  readonly decode: (item: Item) => T;
};

/** One page of a list whose index entries have markers (`markedEntry`). `readTo` is undefined at the end of the list. */
export async function readMarkedList<T extends { readonly id: string }>(
  table: Table,
  { workspaceId, partition, wanted, matches, decode }: MarkedList<T>,
  range: Range,
): Promise<{ readonly records: readonly T[]; readonly readTo: string | undefined }> {
  const { limit } = range;
  const canMatch = entryMatcher(workspaceId, wanted);
  const isFiltered = wanted.some(([, value]) => value !== undefined && value !== null);
  const found = new Map<string, T>();
  let readTo = range.after;
  for (let scanned = 0; scanned < MAX_ENTRIES;) {
    const most = isFiltered ? ENTRIES_AT_ONCE : limit - found.size + 1;
    const rows = await readEntries(table, partition, range, readTo, most);
    scanned += rows.length;
    const candidates = rows.filter(({ entry }) => canMatch(entry));
    for (let from = 0; from < candidates.length; from += BATCH) {
      const group = candidates.slice(from, from + BATCH);
      const items = await table.getAll(group.map(({ key }) => key));
      // A record that was deleted after the read of the index is missing.
      const records = new Map(items.map((item) => [String(item['pk']), decode(item)]));
      for (const { key, entry } of group) {
        const record = records.get(key.pk);
        if (!record || !matches(record)) continue;
        if (found.size === limit && !found.has(record.id)) return { records: [...found.values()], readTo };
        found.set(record.id, record);
        readTo = positionIn(entry);
      }
    }
    if (rows.length < most) return { records: [...found.values()], readTo: undefined };
    readTo = positionIn(rows.at(-1)?.entry ?? '');
  }
  return { records: [...found.values()], readTo };
}

/** Entries of the index after a position. Bounds are inclusive, so one more is read than wanted. */
async function readEntries(
  table: Table,
  pk: string,
  { order, changedSince }: Range,
  after: string | undefined,
  limit: number,
): Promise<{ readonly key: Key; readonly entry: string }[]> {
  const descending = order === 'desc';
  const floor = changedSince === undefined ? BEGINNING : deliveryIdFloor(changedSince);
  const rows = await table.query({
    index: BY_OWNER,
    pk,
    // The entry at a position sorts after the position and before the position with `END`.
    from: descending || after === undefined ? floor : `${after}${END}`,
    to: descending && after !== undefined ? after : END,
    descending,
    limit,
  });
  return rows.map((row) => ({
    key: { pk: String(row['pk']), sk: String(row['sk']) },
    entry: String(row['ownerSk']),
  }));
}
