/** One page of a list of the API, newest first. */
export type Page<T> = { readonly data: readonly T[]; readonly next_cursor: string | null };

type Item = { readonly id: string };

/** The pages that are shown. `isBehind`: there are newer items that are not in them. */
export type Pages<T> = { readonly pages: readonly Page<T>[]; readonly isBehind: boolean };

/**
 * Merges a new read of the first page into the shown pages. Older pages do not change, so that nothing moves while a person reads them.
 * If there are so many new items that the new page contains no known item, it is not inserted, because items between the two would be
 * missing.
 */
export function withNewest<T extends Item>(known: Pages<T> | undefined, newest: Page<T>): Pages<T> {
  const [first, ...older] = known?.pages ?? [];
  if (!first || older.length === 0) return { pages: [newest], isBehind: false };
  // The list was empty and is still empty.
  if (first.data.length === 0 && newest.data.length === 0)
    return { pages: [first, ...older], isBehind: false };
  const read = new Set(newest.data.map(({ id }) => id));
  const last = first.data.findLastIndex(({ id }) => read.has(id));
  if (last === -1) return { pages: [first, ...older], isBehind: true };
  // Known items that the new page contains again can have changed, or no longer match the filter. Items after them are unchanged.
  const rest = first.data.slice(last + 1);
  const head = { data: [...newest.data, ...rest], next_cursor: first.next_cursor };
  return { pages: [head, ...older.map((page) => without(page, read))], isBehind: false };
}

function without<T extends Item>(page: Page<T>, ids: ReadonlySet<string>): Page<T> {
  if (!page.data.some(({ id }) => ids.has(id))) return page;
  return { ...page, data: page.data.filter(({ id }) => !ids.has(id)) };
}
