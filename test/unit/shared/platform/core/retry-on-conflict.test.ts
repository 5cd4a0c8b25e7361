import { describe, expect, it } from 'vitest';
import { createBackOff } from '#shared/platform/core/back-off.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';

function setUp() {
  const pauses: number[] = [];
  const retries: boolean[] = [];
  const backOff = createBackOff(
    async (milliseconds) => void pauses.push(milliseconds),
    () => 0.5,
  );
  return { backOff, pauses, retries };
}

describe('retryOnConflict', () => {
  it('pauses longer after each lost race, up to a limit', async () => {
    const { backOff, pauses, retries } = setUp();

    const result = await retryOnConflict(backOff, async (isRetry) => {
      retries.push(isRetry);
      if (retries.length < 8) throw new ConcurrentUpdateError();
      return 'written';
    });

    expect(result).toBe('written');
    expect(retries).toEqual([false, ...Array.from({ length: 7 }, () => true)]);
    expect(pauses).toEqual([20, 40, 80, 160, 200, 200, 200]);
  });

  it('throws the conflict of the last try', async () => {
    const { backOff, pauses } = setUp();
    const lose = () => Promise.reject(new ConcurrentUpdateError());

    await expect(retryOnConflict(backOff, lose, { tries: 3 })).rejects.toThrow(ConcurrentUpdateError);
    expect(pauses).toHaveLength(2);
  });

  it('does not repeat another error', async () => {
    const { backOff, pauses } = setUp();

    await expect(retryOnConflict(backOff, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(pauses).toEqual([]);
  });

  it('repeats what the caller calls a conflict', async () => {
    const { backOff, retries } = setUp();
    const isConflict = (error: unknown) => error instanceof RangeError;

    await retryOnConflict(
      backOff,
      async (isRetry) => {
        retries.push(isRetry);
        if (!isRetry) throw new RangeError('taken');
      },
      { isConflict },
    );

    expect(retries).toEqual([false, true]);
  });
});
