import { QueryObserver } from '@tanstack/query-core';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useSigned } from './context.ts';

export type Loaded<T> = {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
};

/** After how many milliseconds a resource is read again, which can depend on what was read; false for never. */
export type Refetch<T> = number | false | ((data: T | undefined) => number | false);

/**
 * Reads a resource and keeps it current: again when the window gets the focus, and after `refetchMs`.
 * Requests with equal `key` are made once.
 */
export function useQuery<T>(
  key: readonly (string | undefined)[],
  read: () => Promise<T>,
  refetchMs: Refetch<T> = false,
): Loaded<T> {
  const { queries, isLocked } = useSigned();
  const options = {
    queryKey: key,
    queryFn: read,
    enabled: !isLocked,
    refetchInterval: ({ state }: { readonly state: { readonly data: T | undefined } }) =>
      typeof refetchMs === 'function' ? refetchMs(state.data) : refetchMs,
  };
  const name = JSON.stringify(key);
  const observer = useMemo(() => new QueryObserver<T>(queries, options), [queries, name]);
  // The options contain the key in use, which can change.
  useEffect(() => observer.setOptions(options));
  const [result, setResult] = useState(() => observer.getCurrentResult());
  useEffect(() => {
    setResult(observer.getCurrentResult());
    return observer.subscribe(setResult);
  }, [observer]);
  return {
    data: result.data,
    error: result.error,
    isFetching: result.isFetching,
  };
}
