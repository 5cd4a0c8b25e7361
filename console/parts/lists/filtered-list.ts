import { useQuery } from '#console/session/use-query.ts';
import { type Filters, useFilters } from './filters.tsx';
import type { Page } from './pages.ts';

/** The number of items of a full page. */
const LIMIT = 50;

type FilteredList<Name extends string, P> = {
  readonly filters: Filters<Name>;
  /** Properties of each filter field, which shows the errors of its value. */
  readonly field: { readonly filters: Filters<Name>; readonly error: Error | null };
  /** Properties of the `LongList`. */
  readonly list: {
    readonly queryKey: readonly string[];
    readonly read: (cursor?: string) => Promise<P>;
    readonly errorFields: readonly string[];
  };
};

/** Whether a filtered page is full. A shorter one has searched as far as one request does. */
export function isFull({ data }: Page<unknown>): boolean {
  return data.length === LIMIT;
}

/**
 * A list of the API with filters, which are in the URL.
 * @param key of the list among all reads, without the filters
 * @param read gets the query of a page: filters, limit and cursor
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows which query the API documents
export function useFilteredList<const Name extends string, Query extends object, P>(
  names: readonly Name[],
  key: readonly string[],
  read: (query: Query) => Promise<P>,
): FilteredList<Name, P> {
  const filters = useFilters(names);
  const { values } = filters;
  const readPage = (cursor?: string): Promise<P> => {
    const query = { ...values, limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) };
    // The filters are text of the URL, which the API validates.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return read(query as object as Query);
  };
  const queryKey = [...key, JSON.stringify(values)];
  // The same read as that of the list, which makes it once.
  const { error } = useQuery(queryKey, () => readPage());
  return {
    filters,
    field: { filters, error },
    list: {
      queryKey,
      read: readPage,
      errorFields: names.map((name) => `?${name}`),
    },
  };
}
