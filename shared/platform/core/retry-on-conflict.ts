import type { BackOff } from './back-off.ts';
import { ConcurrentUpdateError } from './errors.ts';

type Options = {
  /**
   * Tries in total. The pauses of ten tries take 1.3 seconds on average, and at most 2.6 seconds: less than any caller has left, and
   * more than a burst of writers needs, which five tries without pauses often did not outlast.
   */
  readonly tries?: number;
  /** Whether the error means that another writer was first. */
  readonly isConflict?: (error: unknown) => boolean;
};

/**
 * Repeats `attempt`, which reads before it writes, while other writers are first. Pauses between the tries, because contention
 * would use them up otherwise. @throws the error of the last try, or an error that is no conflict
 */
export async function retryOnConflict<T>(
  backOff: BackOff,
  attempt: (isRetry: boolean) => Promise<T>,
  { tries = 10, isConflict = isConcurrentUpdate }: Options = {},
): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt(made > 1);
    } catch (error) {
      if (made >= tries || !isConflict(error)) throw error;
    }
    await backOff(made);
  }
}

export function isConcurrentUpdate(error: unknown): boolean {
  return error instanceof ConcurrentUpdateError;
}
