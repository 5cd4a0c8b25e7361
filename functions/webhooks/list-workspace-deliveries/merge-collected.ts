/** Rows of one endpoint in order, and the last one looked at if there may be more behind it. */
type Part<T> = { readonly found: readonly T[]; readonly readTo: string | undefined };

/**
 * Merges parts that were each read to a place of their own. A row beyond the nearest such place must wait: what the part
 * there has not shown yet may come before it. The place returned is where every part goes on.
 */
export function mergeCollected<T extends { readonly id: string }>(
  parts: readonly Part<T>[],
  order: 'asc' | 'desc',
  limit: number,
): { page: T[]; readTo: string | undefined } {
  const isBefore = (a: string, b: string) => (order === 'desc' ? a > b : a < b);
  const [frontier] = parts
    .flatMap(({ readTo }) => readTo ?? [])
    .toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  const rows = parts.flatMap(({ found }) => found).toSorted((a, b) => (isBefore(a.id, b.id) ? -1 : 1));
  const settled = rows.filter((row) => frontier === undefined || !isBefore(frontier, row.id));
  const page = settled.slice(0, limit);
  if (page.length < settled.length) return { page, readTo: page.at(-1)?.id };
  return { page, readTo: frontier };
}
