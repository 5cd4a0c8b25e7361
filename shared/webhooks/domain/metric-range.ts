import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import { DAY_MS, HOUR_MS } from '#shared/platform/core/time-units.ts';
import { COUNTED_MS, startOf } from './attempt-counter.ts';
import { sumOf, summaryOf, type Tally, type TallySummary } from './attempt-tally.ts';

/** Lengths of a step in the API. */
export const METRIC_STEPS = ['5m', '1h', '1d'] as const;

export type MetricStep = (typeof METRIC_STEPS)[number];

/** Maximum number of steps of a response. */
export const MAX_STEPS = 500;

type StepRule = {
  readonly ms: number;
  readonly keptDays: number;
  readonly usual: number;
  readonly larger: string;
};

/** The length of each step, how long it can be read, and the steps of a request without `from`. */
export const STEP_RULES: Readonly<Record<MetricStep, StepRule>> = {
  '5m': { ms: COUNTED_MS, keptDays: 14, usual: 288, larger: ', or "step=1h"' },
  '1h': { ms: HOUR_MS, keptDays: 400, usual: 168, larger: ', or "step=1d"' },
  '1d': { ms: DAY_MS, keptDays: 400, usual: 30, larger: '' },
};

/** Whole steps from `from` up to, not including, `to`. */
export type MetricRange = { readonly step: MetricStep; readonly from: Date; readonly to: Date };

/**
 * The steps that a request asks for: those that contain a moment of its time range, without those of the future. Returns the validation
 * error of an invalid range.
 */
export function metricRangeOf(
  { step, ...asked }: { step: MetricStep; from?: Date | undefined; to?: Date | undefined },
  now: Date,
): MetricRange | ValidationIssue {
  const { ms, keptDays, usual, larger } = STEP_RULES[step];
  const until = asked.to && asked.to < now ? asked.to : now;
  const to = new Date(Math.ceil(until.getTime() / ms) * ms);
  const from = asked.from ? startOf(asked.from, ms) : new Date(to.getTime() - usual * ms);
  if (asked.from && asked.to && asked.from >= asked.to) return outOfRange('to', '"to" must be after "from".');
  if (from >= to) return outOfRange('from', `Send a time before ${now.toISOString()}.`);
  const oldest = startOf(new Date(now.getTime() - keptDays * DAY_MS), ms);
  if (from < oldest)
    return outOfRange(
      asked.from ? 'from' : 'to',
      `Steps of ${step} can be read for ${keptDays} days: send "from" at ${oldest.toISOString()} or later${larger}.`,
    );
  const earliest = new Date(to.getTime() - MAX_STEPS * ms);
  if (from < earliest)
    return outOfRange(
      'from',
      `A response has at most ${MAX_STEPS} steps: send "from" at ${earliest.toISOString()} or later${larger}.`,
    );
  return { step, from, to };
}

/** Attempts that started in one step. */
export type MetricRow = TallySummary & { readonly start: Date };

/** A row for every step of the range, also for those without attempts, and the summary of all. */
export function metricRows(
  { step, from, to }: MetricRange,
  spans: readonly { readonly start: Date; readonly tally: Tally }[],
): { readonly rows: readonly MetricRow[]; readonly total: TallySummary } {
  const { ms } = STEP_RULES[step];
  const byStep = Map.groupBy(spans, ({ start }) => startOf(start, ms).getTime());
  const tallies = Array.from({ length: (to.getTime() - from.getTime()) / ms }, (_, index) => {
    const start = from.getTime() + index * ms;
    return { start, tally: sumOf((byStep.get(start) ?? []).map(({ tally }) => tally)) };
  });
  return {
    rows: tallies.map(({ start, tally }) => ({ start: new Date(start), ...summaryOf(tally) })),
    total: summaryOf(sumOf(tallies.map(({ tally }) => tally))),
  };
}

function outOfRange(parameter: 'from' | 'to', detail: string): ValidationIssue {
  return { code: 'out_of_range', parameter, detail };
}
