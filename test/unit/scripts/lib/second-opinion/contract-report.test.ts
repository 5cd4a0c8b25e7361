import { describe, expect, it } from 'vitest';
import { contractReport } from '#scripts/lib/second-opinion/contract-report.ts';

const PASSED = { fullName: 'store saves', status: 'passed' };
const FAILED = {
  fullName: 'store counts units',
  status: 'failed',
  failureMessages: ['expected 0 to be 8\n at x'],
};

function file(...assertionResults: object[]) {
  return { name: 'a.test.ts', status: 'failed', message: '', assertionResults };
}

describe('contractReport', () => {
  it('lists a failure with the first line of its error', () => {
    const report = contractReport({ testResults: [file(PASSED, FAILED)] }, []);
    expect(report).toEqual({
      tests: 2,
      passed: 1,
      skipped: 0,
      knownDifferences: [],
      outdated: [],
      failures: [{ test: 'store counts units', error: 'expected 0 to be 8' }],
    });
  });

  it('separates known differences from failures', () => {
    const known = [{ test: 'store counts units', difference: 'reports no units' }];
    const report = contractReport({ testResults: [file(PASSED, FAILED)] }, known);
    expect(report).toMatchObject({ knownDifferences: known, outdated: [], failures: [] });
  });

  it('lists a known difference whose test passes or no longer exists as outdated', () => {
    const known = [
      { test: 'store saves', difference: 'fails' },
      { test: 'store forgets', difference: 'fails' },
    ];
    const report = contractReport({ testResults: [file(PASSED)] }, known);
    expect(report).toMatchObject({ knownDifferences: [], outdated: ['store saves', 'store forgets'] });
  });

  it('counts a file that cannot be loaded as a failure', () => {
    const report = contractReport({ testResults: [{ ...file(), message: 'SyntaxError: x\n at y' }] }, []);
    expect(report.failures).toEqual([{ test: 'a.test.ts', error: 'SyntaxError: x' }]);
  });
});
