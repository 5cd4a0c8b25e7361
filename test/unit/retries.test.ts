import { describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { judgeRepeated } from '#test/support/fixtures/platform/records/retries-setup.ts';

/** Judges one test for each number, which is how often the test was repeated. */
function judge(...retryCounts: readonly number[]) {
  const module = { relativeModuleId: 'test/e2e/a.test.ts' } as TestModule;
  const tests = retryCounts.map((retryCount, index) => ({
    module,
    fullName: `test ${index}`,
    diagnostic: () => ({ retryCount }) as never,
  }));
  return judgeRepeated(tests);
}

describe('tests that were repeated', () => {
  it('are not mentioned if there are none', () => {
    expect(judge(0, 0)).toEqual({ lines: [], isFailed: false });
  });

  it('are named, and three of them let the run pass', () => {
    expect(judge(1, 0, 1, 2)).toEqual({
      lines: [
        'Tests that were repeated:',
        '  test/e2e/a.test.ts: test 0 (2 tries)',
        '  test/e2e/a.test.ts: test 2 (2 tries)',
        '  test/e2e/a.test.ts: test 3 (3 tries)',
      ],
      isFailed: false,
    });
  });

  it('fail the run if there are four', () => {
    expect(judge(1, 1, 1, 1)).toMatchObject({ isFailed: true });
    expect(judge(1, 1, 1, 1).lines.at(-1)).toContain('the run fails');
  });
});
