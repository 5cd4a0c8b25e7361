import { describe, expect, it } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import { reportRetries } from '#test/support/fixtures/platform/records/report-retries.ts';

/** Reports one test for each number, which is how often the test was repeated. */
function report(...retryCounts: readonly number[]) {
  const lines: string[] = [];
  let hasFailed = false;
  const { onTestCaseResult, onTestRunEnd } = reportRetries(
    (line) => lines.push(line),
    () => (hasFailed = true),
  );
  for (const [index, retryCount] of retryCounts.entries()) {
    const module = { relativeModuleId: 'test/e2e/a.test.ts' } as TestModule;
    const test = { module, fullName: `test ${index}`, diagnostic: () => ({ retryCount }) };
    void onTestCaseResult?.(test as TestCase);
  }
  void onTestRunEnd?.([], [], 'passed');
  return { text: lines.join('\n'), hasFailed };
}

describe('the report of repeated tests', () => {
  it('is silent if no test was repeated', () => {
    expect(report(0, 0)).toEqual({ text: '', hasFailed: false });
  });

  it('names each of three repeated tests, and lets the run pass', () => {
    const { text, hasFailed } = report(1, 0, 1, 2);

    expect(text).toContain('test/e2e/a.test.ts: test 0 (2 tries)');
    expect(text).toContain('test/e2e/a.test.ts: test 3 (3 tries)');
    expect(text).not.toContain('test 1');
    expect(hasFailed).toBe(false);
  });

  it('fails the run at four repeated tests', () => {
    expect(report(1, 1, 1, 1)).toMatchObject({
      text: expect.stringContaining('the run fails') as unknown,
      hasFailed: true,
    });
  });
});
