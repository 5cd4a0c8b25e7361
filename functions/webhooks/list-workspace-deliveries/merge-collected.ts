/** The sorted deliveries of one endpoint, and the id of the last one read if more may follow. */
type Part<T> = { readonly found: readonly T[]; readonly readTo: string | undefined };

/**
 * Merges lists that were read up to different ids. The page ends at the `readTo` that comes first in the given order: the
 * list that was read up to this `readTo` may have unread deliveries right after it. The returned `readTo` is the cursor for
 * all lists.
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
