import { ValidationError } from '#shared/platform/core/errors.ts';
import { PAGE_TOO_FAR, type ReadPage } from './numbered-page.ts';

/** How a list is read: in order, a batch at a time, after an item. */
export type ListSource<T extends { readonly id: string | number }> = {
  readonly read: (batch: {
    readonly limit: number;
    readonly after: T['id'] | undefined;
  }) => Promise<readonly T[]>;
  /** The filter; undefined for all items. */
  readonly matches: ((item: T) => boolean) | undefined;
  /** Bytes of an item in the response. */
  readonly sizeOf?: (item: T) => number;
  /** The largest batch with a filter, and without one. */
  readonly batch: { readonly filtered: number; readonly all: number };
};

/** Which page to read: the page with this number, or the page after an item. */
export type PagePosition<Id> = {
  readonly limit: number;
  readonly page?: number | undefined;
  readonly after: Id | undefined;
};

/** The maximum number and bytes of items scanned by one request. */
const MAX_SCANNED = 1000;
const MAX_BYTES_SCANNED = 24_000_000;

/**
 * Maximum bytes of JSON on a page. A Lambda response has at most 6 MB and contains the body as a JSON string, which can
 * double its size if it consists of quotation marks.
 */
const MAX_BYTES_SHOWN = 2_800_000;

/**
 * Reads items until a page is full by count or bytes, the list ends, or the scan limit is reached. A page may therefore be
 * short, but the cursor continues exactly after the last item scanned. Pages before the page with this number are read and
 * dropped. @throws ValidationError `out_of_range` if the scan limit is reached before the page
 */
export async function collectPage<T extends { readonly id: string | number }>(
  { read, matches, sizeOf = () => 0, batch }: ListSource<T>,
  { limit, page = 1, after: startAfter }: PagePosition<T['id']>,
): Promise<ReadPage<T, T['id']>> {
  // Read one more than requested to know whether there are more.
  const readAtOnce = matches ? batch.filtered : Math.min(batch.all, page * limit + 1);
  const bytes = { shown: 0, scanned: 0 };
  let found: T[] = [];
  let [skipped, current] = [0, 1];
  let after = startAfter;
  for (let scanned = 0; scanned < MAX_SCANNED && bytes.scanned < MAX_BYTES_SCANNED;) {
    const items = await read({ limit: readAtOnce, after });
    scanned += items.length;
    for (const item of items) {
      const size = sizeOf(item);
      // The page is full, and the previous batch did not show whether more items follow.
      if (found.length === limit && turn()) return { found, skipped, readTo: after };
      bytes.scanned += size;
      if (matches === undefined || matches(item)) {
        const isFull = found.length > 0 && bytes.shown + size > MAX_BYTES_SHOWN;
        if (isFull && turn()) return { found, skipped, readTo: after };
        found.push(item);
        bytes.shown += size;
      }
      after = item.id;
    }
    if (items.length < readAtOnce)
      return { found: current === page ? found : [], skipped, readTo: undefined };
  }
  if (current < page)
    throw new ValidationError([{ code: 'out_of_range', detail: PAGE_TOO_FAR, parameter: 'page' }]);
  return { found, skipped, readTo: after };

  /** Ends the current page. Returns whether it is the requested one; otherwise the next page begins. */
  function turn(): boolean {
    if (current === page) return true;
    skipped += found.length;
    current += 1;
    found = [];
    bytes.shown = 0;
    return false;
  }
}
