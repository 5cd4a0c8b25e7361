import { type Loaded, type Refetch, useQuery } from './use-query.ts';

/** Reads what the permissions of the key allow; null, without a request, if they do not. Otherwise like `useQuery`. */
export function useAllowed<T>(
  isAllowed: boolean,
  key: readonly string[],
  read: () => Promise<T>,
  refetchMs: Refetch<T> = false,
): Loaded<T | null> {
  return useQuery<T | null>(
    isAllowed ? key : ['not allowed'],
    () => (isAllowed ? read() : Promise.resolve(null)),
    (data) => {
      if (!isAllowed) return false;
      return typeof refetchMs === 'function' ? refetchMs(data ?? undefined) : refetchMs;
    },
  );
}
