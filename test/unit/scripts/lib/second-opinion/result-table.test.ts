import { describe, expect, it } from 'vitest';
import { resultTable } from '#scripts/lib/second-opinion/result-table.ts';

const RECORD = { startedAt: '2026-11-22T00:00:00.000Z', commit: 'c', details: {} };

describe('resultTable', () => {
  it('aligns the columns and shows the first line of each summary', () => {
    const table = resultTable({
      short: { ...RECORD, seconds: 4.4, tools: ['tool 1'], outcome: 'passed', summary: 'all right' },
      'much-longer': {
        ...RECORD,
        seconds: 0.2,
        tools: ['tool 2', 'tool 3'],
        outcome: 'not-run',
        summary: 'Install Java.\nSee below.',
      },
    });
    expect(table.split('\n')).toEqual([
      'opinion      outcome  time  tools           summary',
      'short        passed   4 s   tool 1          all right',
      'much-longer  not-run  0 s   tool 2, tool 3  Install Java.',
    ]);
  });
});
