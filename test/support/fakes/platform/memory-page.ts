type Range = {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after?: string | undefined;
};

/** One page of records in the order of their positions, and the position to continue from; undefined at the end. */
export function pageOf<T>(
  records: readonly T[],
  positionOf: (record: T) => string,
  { order, limit, after }: Range,
): { readonly shown: T[]; readonly readTo: string | undefined } {
  const sign = order === 'asc' ? 1 : -1;
  const found = records
    .filter((each) => after === undefined || sign * compare(positionOf(each), after) > 0)
    .toSorted((a, b) => sign * compare(positionOf(a), positionOf(b)));
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown: structuredClone(shown),
    readTo: found.length > limit && last ? positionOf(last) : undefined,
  };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
