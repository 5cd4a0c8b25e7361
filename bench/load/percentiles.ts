/** Whole milliseconds, nearest rank; null if nothing was measured. */
export type Percentiles = {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
};

export function percentiles(milliseconds: readonly number[]): Percentiles {
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const at = (share: number): number | null => {
    const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
    return value === undefined ? null : Math.round(value);
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
