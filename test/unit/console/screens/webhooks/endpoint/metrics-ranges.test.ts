import { describe, expect, it } from 'vitest';
import { together } from '#console/screens/webhooks/endpoint/metrics-ranges.ts';

function step(start: string, attempts: number, successes: number, slowest: number | null) {
  const failures = attempts > successes ? { http_5xx: attempts - successes } : {};
  return { start, attempts, successes, failures, p50_ms: slowest, p95_ms: slowest };
}

describe('the steps of a chart', () => {
  it('are sums of neighbouring steps, with the duration of the slowest one', () => {
    const steps = [step('1', 3, 1, 20), step('2', 2, 2, null), step('3', 4, 0, 90), step('4', 0, 0, null)];

    expect(together(steps, 2)).toEqual([
      { start: '1', attempts: 5, successes: 3, failures: { http_5xx: 2 }, p50_ms: 20, p95_ms: 20 },
      { start: '3', attempts: 4, successes: 0, failures: { http_5xx: 4 }, p50_ms: 90, p95_ms: 90 },
    ]);
  });

  it('are whole at the end, so that the newest step is as long as the others', () => {
    const steps = [step('1', 1, 1, 5), step('2', 1, 1, 5), step('3', 1, 1, 5)];

    expect(together(steps, 2).map(({ start, attempts }) => [start, attempts])).toEqual([
      ['1', 1],
      ['2', 2],
    ]);
  });

  it('have no duration if no request was sent', () => {
    expect(together([step('1', 0, 0, null)], 1)[0]?.p95_ms).toBeNull();
  });
});
