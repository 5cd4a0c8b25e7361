/** A page of a list of the API, which can have another one after it. */
type Page<T> = { readonly data: readonly T[]; readonly next_cursor: string | null };

/** Reads a list page by page, at most so many pages. `isCut`: there are more. */
export async function readAll<T>(
  maxPages: number,
  read: (cursor: { readonly cursor?: string }) => Promise<Page<T>>,
): Promise<{ readonly data: readonly T[]; readonly isCut: boolean }> {
  const data: T[] = [];
  let cursor: string | null = null;
  for (let number = 0; number < maxPages; number += 1) {
    const page: Page<T> = await read(cursor === null ? {} : { cursor });
    data.push(...page.data);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  return { data, isCut: cursor !== null };
}
