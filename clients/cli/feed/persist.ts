import { canPass, type CommandError } from '#cli/command/command-error.ts';
import type { Outside } from '#cli/command/outside.ts';

const FIRST_DELAY_MS = 250;

/** The delay before a repetition: it doubles up to a limit. `repetition` begins with 1. */
export function growingDelay(repetition: number, mostMs: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(repetition - 1, 20), mostMs);
}

const MAX_MS = 10_000;
/** The longest `Retry-After` that is respected: the feed has events for 7 days only. */
const MAX_RETRY_AFTER_MS = 300_000;

/**
 * Repeats work until it succeeds or fails for good, such as with a revoked key.
 * @throws CommandError that no repetition would change; the reason of the interruption
 */
export async function persist<T>(
  { wait, interrupted }: Pick<Outside, 'wait' | 'interrupted'>,
  work: () => Promise<T>,
  onDelay: (failure: CommandError, delayMs: number) => void,
): Promise<T> {
  for (let repetition = 1; ; repetition += 1) {
    try {
      return await work();
    } catch (error) {
      interrupted.throwIfAborted();
      if (!canPass(error)) throw error;
      const delay = Math.max(
        growingDelay(repetition, MAX_MS),
        Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS),
      );
      onDelay(error, delay);
      await wait(delay, interrupted);
      interrupted.throwIfAborted();
    }
  }
}
