import { afterEach, describe, expect, it, vi } from 'vitest';
import { orUsage } from '#scripts/lib/command-failure.ts';

describe('orUsage', () => {
  afterEach(() => vi.restoreAllMocks());

  it('prints the message and the usage instead of a stack trace, and ends with the code', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });

    await expect(
      orUsage('npm run redrive', 2, () => Promise.reject(new Error('no such queue'))),
    ).rejects.toThrow('exit 2');
    expect(printed.mock.calls).toEqual([['no such queue\n\nnpm run redrive']]);
  });

  it('leaves out the usage for an error that says what to do', async () => {
    class NoAccountError extends Error {
      override readonly name = 'NoAccountError';
    }
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });

    await expect(
      orUsage(
        'npm run preflight',
        1,
        () => Promise.reject(new NoAccountError('Log in first.')),
        NoAccountError,
      ),
    ).rejects.toThrow('exit 1');
    expect(printed.mock.calls).toEqual([['Log in first.']]);
  });

  it('returns what the command returns', async () => {
    await expect(orUsage('', 1, () => 42)).resolves.toBe(42);
  });
});
