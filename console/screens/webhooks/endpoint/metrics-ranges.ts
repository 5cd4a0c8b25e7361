import type { Counted, Metrics, MetricsStep } from './metrics-reads.ts';

/** A time range of the metrics. The URL names it by the step of the API. */
export type Range = {
  readonly name: string;
  /** After “in” and before the steps of the API are put together. */
  readonly last: string;
  readonly steps: string;
  /** How many steps of the API are one step of a chart. */
  readonly together: number;
};

export const STEPS = ['5m', '1h', '1d'] as const;

export const RANGES: Readonly<Record<MetricsStep, Range>> = {
  '5m': {
    name: '24 hours',
    last: 'the last 24 hours',
    steps: 'in steps of 30 minutes',
    together: 6,
  },
  '1h': { name: '7 days', last: 'the last 7 days', steps: 'in steps of 3 hours', together: 3 },
  '1d': { name: '30 days', last: 'the last 30 days', steps: 'in days of UTC', together: 1 },
};

/** The step of the URL, or the one with which a screen begins. */
export function stepOf(text: string | undefined, initial: MetricsStep): MetricsStep {
  return STEPS.find((each) => each === text) ?? initial;
}

/** A step of a chart. Its durations are those of its slowest part, so that “at most this long” holds for all parts. */
export type ChartStep = Counted & { readonly start: string };

/** Puts neighbouring steps together, counted from the end, because the newest part of a range is the one that people look at. */
export function together(steps: Metrics['steps'], count: number): readonly ChartStep[] {
  const first = steps.length % count;
  const starts = Array.from(
    { length: Math.floor(steps.length / count) },
    (_, index) => first + index * count,
  );
  const groups = starts.map((start) => steps.slice(start, start + count));
  return [...(first > 0 ? [steps.slice(0, first)] : []), ...groups].map(sumOf);
}

function sumOf(steps: Metrics['steps']): ChartStep {
  const failures: Record<string, number> = {};
  for (const [name, count] of steps.flatMap((step) => Object.entries(step.failures)))
    failures[name] = (failures[name] ?? 0) + count;
  return {
    start: steps[0]?.start ?? '',
    attempts: steps.reduce((sum, { attempts }) => sum + attempts, 0),
    successes: steps.reduce((sum, { successes }) => sum + successes, 0),
    failures,
    p50_ms: highest(steps.map(({ p50_ms }) => p50_ms)),
    p95_ms: highest(steps.map(({ p95_ms }) => p95_ms)),
  };
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
