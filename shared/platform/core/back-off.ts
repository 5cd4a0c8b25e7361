/** The longest pause after the first try is `2 * firstMs`; it doubles with each further try, up to `maxMs`. In milliseconds. */
export type PauseLimits = { readonly firstMs: number; readonly maxMs: number };

/** Waits before the next try of something that was tried `tries` times. Tests pass one that does not wait. */
export type BackOff = (tries: number, limits?: PauseLimits) => Promise<unknown>;

/** A transaction of DynamoDB takes about 20 ms. */
const CONFLICT_PAUSES: PauseLimits = { firstMs: 20, maxMs: 400 };

/**
 * Pauses of a random length, so that writers that conflicted once do not conflict again. `random` returns a number from 0 up to, not
 * including, 1.
 */
export function createBackOff(
  wait: (milliseconds: number) => Promise<unknown>,
  random: () => number,
): BackOff {
  return (tries, { firstMs, maxMs } = CONFLICT_PAUSES) =>
    wait(random() * Math.min(maxMs, firstMs * 2 ** tries));
}
