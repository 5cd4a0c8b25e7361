/** A range of sort keys, both bounds inclusive, read in one direction. */
export type ShardRange = {
  readonly from: string;
  readonly to: string;
  readonly descending: boolean;
  readonly limit: number;
};

type Page<Row> = { readonly rows: readonly Row[]; readonly last: string | undefined };

/** Rows read from each shard beyond its share, because ids are spread at random. */
const SLACK = 4;

/**
 * Reads the first `limit` rows of a range that is spread over the shards of an endpoint, in their common order. One shard is one query
 * for all rows. Several shards are read with a share of the limit each; only the shards in which more rows of the result can be are
 * read further.
 */
export async function queryShards<Row>(
  shards: number,
  range: ShardRange,
  sortKeyOf: (row: Row) => string,
  query: (shard: number, range: ShardRange) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (shards === 1) return query(0, range);
  const size = Math.ceil(range.limit / shards) + SLACK;
  const isBefore = (a: string, b: string) => (range.descending ? a > b : a < b);
  const pages = await Promise.all(Array.from({ length: shards }, (_, shard) => readOn(shard)));
  for (;;) {
    const merged = pages
      .flatMap(({ rows }) => rows)
      .toSorted((a, b) => (isBefore(sortKeyOf(a), sortKeyOf(b)) ? -1 : 1))
      .slice(0, range.limit);
    const end = merged.length < range.limit ? undefined : merged.at(-1);
    const short = pages.flatMap(({ last }, shard) =>
      last !== undefined && (end === undefined || isBefore(last, sortKeyOf(end))) ? [shard] : [],
    );
    if (short.length === 0) return merged;
    await Promise.all(
      short.map(async (shard) => {
        pages[shard] = await readOn(shard, pages[shard]);
      }),
    );
  }

  /** The rows of a shard up to the next page. `last` is the sort key of the last row, if more may follow. */
  async function readOn(
    shard: number,
    { rows, last }: Page<Row> = { rows: [], last: undefined },
  ): Promise<Page<Row>> {
    const rest = last === undefined ? {} : range.descending ? { to: last } : { from: last };
    // The bounds are inclusive: a further page begins with the last row of the page before.
    const limit = last === undefined ? size : size + 1;
    const read = await query(shard, { ...range, ...rest, limit });
    const added = read.filter((row) => sortKeyOf(row) !== last);
    const all = [...rows, ...added];
    const final = all.at(-1);
    return { rows: all, last: read.length < limit || final === undefined ? undefined : sortKeyOf(final) };
  }
}
