import { describe, expect, it } from 'vitest';
import { longestTaskCpu } from '#bench/console/longest-task.ts';

const PAGE = { pid: 1, tid: 2 };
const NAMED = { ...PAGE, name: 'thread_name', args: { name: 'CrRendererMain' } };

function longest(...traceEvents: readonly object[]): number {
  return longestTaskCpu(Buffer.from(JSON.stringify({ traceEvents })));
}

describe('longestTaskCpu', () => {
  it('is the CPU time of the longest task of a page, not of another thread or process', () => {
    const task = (tdur: number, thread: object = PAGE) => ({
      ...thread,
      name: 'RunTask',
      tdur,
      dur: 900_000,
    });

    expect(
      longest(
        task(4000),
        task(12_300),
        NAMED,
        task(50_000, { pid: 1, tid: 3 }),
        task(60_000, { pid: 9, tid: 2 }),
      ),
    ).toBe(12.3);
  });

  it('ignores events that are no tasks', () => {
    const other = { ...PAGE, name: 'Paint', tdur: 90_000 };

    expect(longest(NAMED, { ...PAGE, name: 'RunTask' }, other, { ph: 'M' })).toBe(0);
  });

  it('rejects a trace without a task of a page', () => {
    expect(() => longest(NAMED)).toThrow('no task of a page');
  });
});
