import type { MetricsStep } from '#console/screens/webhooks/endpoint/metrics-reads.ts';

/** A time that Home shows. `now` and `before` name it and the time before it. */
export type Range = {
  readonly name: string;
  readonly label: string;
  readonly now: string;
  readonly before: string;
  readonly days: number;
  readonly step: MetricsStep;
  /** So many steps of the API are one bar. */
  readonly perBar: number;
  readonly bars: number;
};

const WEEK: Range = {
  name: '7d',
  label: '7 days',
  now: 'the last 7 days',
  before: 'the 7 days before',
  days: 7,
  step: '1h',
  perBar: 3,
  bars: 56,
};

export const RANGES: readonly Range[] = [
  {
    name: '24h',
    label: '24 hours',
    now: 'the last 24 hours',
    before: 'the 24 hours before',
    days: 1,
    step: '1h',
    perBar: 1,
    bars: 24,
  },
  WEEK,
  {
    name: '28d',
    label: '28 days',
    now: 'the last 28 days',
    before: 'the 28 days before',
    days: 28,
    step: '1d',
    perBar: 1,
    bars: 28,
  },
];

/** The range of the URL. Without one it is a week. */
export function rangeOf(name: string | undefined): Range {
  return RANGES.find((each) => each.name === name) ?? WEEK;
}

/** The URL of Home with a range. */
export function rangePath({ name }: Range): string {
  return name === WEEK.name ? '/console' : `/console?range=${name}`;
}
