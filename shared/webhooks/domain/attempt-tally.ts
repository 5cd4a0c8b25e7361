import type { Attempt } from './delivery.ts';

/**
 * The results that are counted: the outcomes of attempts, with HTTP errors by their status. Stored tallies use the positions, so a new
 * result is added at the end.
 */
export const ATTEMPT_RESULTS = [
  'success',
  'http_4xx',
  'http_429',
  'http_5xx',
  'http_other',
  'redirect',
  'timeout',
  'connect_timeout',
  'network_error',
  'blocked_address',
  'cancelled',
] as const;

export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

export type FailureClass = Exclude<AttemptResult, 'success'>;

/** Number of buckets of the histogram of durations. */
const DURATION_BUCKETS = 24;

/** The end of the first bucket, and the factor by which each further bucket is longer. The last bucket has no end. */
const FIRST_MS = 4;
const FACTOR = Math.SQRT2;

/** Stored positions from this one on are buckets of the histogram. */
const HISTOGRAM = 32;

/** Counts by position: the results of attempts, then the buckets of the histogram. Positions without a count are missing. */
export type Tally = ReadonlyMap<number, number>;

export type TallySummary = {
  readonly attempts: number;
  readonly successes: number;
  /** Only classes that occurred. */
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>;
  /** Milliseconds; null if no attempt has a duration. */
  readonly p50: number | null;
  readonly p95: number | null;
};

type Countable = Pick<Attempt, 'outcome' | 'statusCode' | 'durationMs'>;

/** The tally of one attempt. */
export function tallyOf(attempt: Countable): Tally {
  const tally = new Map([[ATTEMPT_RESULTS.indexOf(resultOf(attempt)), 1]]);
  // The durations of the two other outcomes do not depend on the receiver.
  const isMeasured = attempt.outcome !== 'blocked_address' && attempt.outcome !== 'cancelled';
  return isMeasured ? tally.set(HISTOGRAM + bucketOf(attempt.durationMs), 1) : tally;
}

function resultOf({ outcome, statusCode }: Countable): AttemptResult {
  if (outcome !== 'http_error') return outcome;
  if (statusCode === 429) return 'http_429';
  const hundreds = Math.floor((statusCode ?? 0) / 100);
  if (hundreds === 4) return 'http_4xx';
  return hundreds === 5 ? 'http_5xx' : 'http_other';
}

function bucketOf(durationMs: number): number {
  const bucket = Math.ceil(Math.log(durationMs / FIRST_MS) / Math.log(FACTOR) - 1e-9);
  return Math.min(Math.max(bucket, 0), DURATION_BUCKETS - 1);
}

/** The sum of tallies. */
export function sumOf(tallies: Iterable<Tally>): Tally {
  const sum = new Map<number, number>();
  for (const tally of tallies)
    for (const [position, count] of tally) sum.set(position, (sum.get(position) ?? 0) + count);
  return sum;
}

/** A tally as text, such as `0:12 3:1 41:13`, in a few bytes for each count. */
export function toTallyText(tally: Tally): string {
  return [...tally]
    .toSorted(([a], [b]) => a - b)
    .map(([position, count]) => `${position}:${count}`)
    .join(' ');
}

/** The inverse of `toTallyText`. */
export function fromTallyText(text: string): Tally {
  if (text === '') return new Map();
  return new Map(
    text.split(' ').map((pair): [number, number] => {
      const [position, count] = pair.split(':');
      return [Number(position), Number(count)];
    }),
  );
}

/** Counts and percentiles. Positions that a newer version has stored are left out. */
export function summaryOf(tally: Tally): TallySummary {
  const counts = ATTEMPT_RESULTS.map((result, position) => [result, tally.get(position) ?? 0] as const);
  return {
    attempts: counts.reduce((sum, [, count]) => sum + count, 0),
    successes: tally.get(ATTEMPT_RESULTS.indexOf('success')) ?? 0,
    failures: Object.fromEntries(counts.filter(([result, count]) => result !== 'success' && count > 0)),
    p50: percentileOf(tally, 0.5),
    p95: percentileOf(tally, 0.95),
  };
}

/**
 * The geometric mean of the bounds of the bucket with the percentile: within 19 % of the exact value from 4 ms to 8.2 s. Shorter durations count as
 * 4 ms, longer ones as 8.2 s.
 */
function percentileOf(tally: Tally, share: number): number | null {
  const buckets = Array.from({ length: DURATION_BUCKETS }, (_, bucket) => tally.get(HISTOGRAM + bucket) ?? 0);
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let passed = 0;
  const found = buckets.findIndex((count) => (passed += count) >= Math.ceil(share * total));
  const isOpen = found === 0 || found === DURATION_BUCKETS - 1;
  const halves = isOpen ? Math.min(found, DURATION_BUCKETS - 2) * 2 : found * 2 - 1;
  return Math.round(FIRST_MS * FACTOR ** (halves / 2));
}
