import { useEffect, useRef, useState } from 'preact/hooks';
import { asError } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';
import { type Page, type Pages, withNewest } from './pages.ts';

type Options<T> = {
  readonly queryKey: readonly (string | undefined)[];
  readonly read: (cursor?: string) => Promise<Page<T>>;
  /** After how many milliseconds the first page is read again. */
  readonly refetchMs: (first: Page<T> | undefined) => number | false;
  /** Pages that were shown before. */
  readonly initial?: Pages<T> | undefined;
};

type LoadedPages<T> = {
  /** The read of the first page. */
  readonly newest: Loaded<Page<T>>;
  /** Undefined before the first read. */
  readonly known: Pages<T> | undefined;
  readonly pages: readonly Page<T>[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  readonly readNext: () => Promise<void>;
  /** Whether the next page is being read, and why it could not be read. */
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Shows the newest page alone, after `isBehind`. */
  readonly showNewest: () => void;
};

/** The pages of a list of the API, newest first. The first page is kept current; the next page is read on demand. */
export function usePages<T extends { readonly id: string }>({
  queryKey,
  read,
  refetchMs,
  initial,
}: Options<T>): LoadedPages<T> {
  const newest = useQuery(queryKey, () => read(), refetchMs);
  const [known, setKnown] = useState(initial);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isReading = useRef(false);
  const { data } = newest;
  useEffect(() => {
    if (data) setKnown((shown) => withNewest(shown, data));
  }, [data]);
  const pages = known?.pages ?? (data ? [data] : []);
  const next = pages.at(-1)?.next_cursor ?? null;

  async function readNext(): Promise<void> {
    if (next === null || isReading.current) return;
    isReading.current = true;
    setBusy(true);
    setError(null);
    try {
      const page = await read(next);
      setKnown((shown) => ({ isBehind: false, ...shown, pages: [...(shown?.pages ?? pages), page] }));
    } catch (error_) {
      setError(asError(error_));
    }
    isReading.current = false;
    setBusy(false);
  }

  return {
    newest,
    known,
    pages,
    next,
    readNext,
    isBusy,
    error,
    showNewest: () => setKnown(data && { pages: [data], isBehind: false }),
  };
}
