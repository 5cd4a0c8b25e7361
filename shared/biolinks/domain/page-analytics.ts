import { daysAfter } from '#shared/platform/core/calendar-date.ts';
import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import { type Counted, type DeviceCounts, KEPT_DAYS, OTHERS, type PageDay } from './page-day.ts';
import { DEVICES } from './visit.ts';
import { countVisitors } from './visitor-sketch.ts';

/** The ways to group the counts of a page. */
export const GROUPS = ['day', 'block', 'referrer', 'device'] as const;

export type Group = (typeof GROUPS)[number];

/** Most rows by referrer or link. The rest counts together. */
const ROW_LIMIT = 500;

/** Days that a request without `from` returns. */
const DEFAULT_DAYS = 28;

/** The first and the last day of a range, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/** One row of the analytics of a page. Each kind of row has the figures that are counted for it. */
export type AnalyticsRow =
  | { readonly day: string; readonly views: number; readonly clicks: number; readonly visitors: number }
  | { readonly block: string; readonly item: string | null; readonly clicks: number }
  | { readonly referrer: string | null; readonly views: number }
  | DeviceCounts;

/** The sums of a range. A visitor who comes back on another day counts again. */
export type AnalyticsTotals = {
  readonly views: number;
  readonly clicks: number;
  readonly visitors: number;
};

/** The days that a request asks for. Returns the validation error of an invalid range. */
export function dayRangeOf(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): DayRange | ValidationIssue {
  const to = asked.to === undefined || asked.to > today ? today : asked.to;
  const from = asked.from ?? daysAfter(to, 1 - DEFAULT_DAYS);
  const oldest = daysAfter(today, 1 - KEPT_DAYS);
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to)
    return outOfRange('to', '"to" must not be before "from".');
  if (from > to) return outOfRange('from', `Send a day that is not after ${today}.`);
  if (from < oldest)
    return outOfRange(
      asked.from === undefined ? 'to' : 'from',
      `Counts are kept for ${KEPT_DAYS} days: send "from" as ${oldest} or later.`,
    );
  return { from, to };
}

/** A day with the estimated number of its visitors instead of their sketch. */
export type EstimatedDay = Omit<PageDay, 'visitors'> & { readonly visitors: number };

/** Estimates the visitors of a day, once for all that is computed from the day. */
export function estimated({ visitors, ...day }: PageDay): EstimatedDay {
  return { ...day, visitors: countVisitors(visitors) };
}

/** The sums of all days. */
export function totalsOf(days: readonly EstimatedDay[]): AnalyticsTotals {
  return {
    views: sum(days.map(({ views }) => views)),
    clicks: sum(days.map(({ clicks }) => clicks)),
    visitors: sum(days.map(({ visitors }) => visitors)),
  };
}

/** The rows of a group. By day there is a row for each day of the range; all others are in descending order of their counts. */
export function rowsOf(
  days: readonly EstimatedDay[],
  group: Group,
  range: DayRange,
): readonly AnalyticsRow[] {
  switch (group) {
    case 'day':
      return dayRows(days, range);
    case 'block':
      return merged(days.map(({ links }) => links)).map(({ name, count }) => {
        const [block = '', item = null] = name.split('/');
        return { block, item, clicks: count };
      });
    case 'referrer':
      return merged(days.map(({ referrers }) => referrers)).map(({ name, count }) => ({
        referrer: name === '' ? null : name,
        views: count,
      }));
    default:
      return deviceRows(days);
  }
}

function dayRows(days: readonly EstimatedDay[], { from, to }: DayRange): readonly AnalyticsRow[] {
  const stored = new Map(days.map((each) => [each.day, each]));
  const rows: AnalyticsRow[] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) {
    const { views = 0, clicks = 0, visitors = 0 } = stored.get(day) ?? {};
    rows.push({ day, views, clicks, visitors });
  }
  return rows;
}

function deviceRows(days: readonly EstimatedDay[]): readonly AnalyticsRow[] {
  const all = days.flatMap(({ devices }) => devices);
  return DEVICES.map((device) => {
    const own = all.filter((each) => each.device === device);
    return {
      device,
      views: sum(own.map(({ views }) => views)),
      clicks: sum(own.map(({ clicks }) => clicks)),
    };
  })
    .filter(({ views, clicks }) => views + clicks > 0)
    .toSorted((a, b) => b.views - a.views);
}

function merged(lists: readonly (readonly Counted[])[]): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const { name, count } of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + count);
  const others = counts.get(OTHERS) ?? 0;
  counts.delete(OTHERS);
  const sorted = [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const rest = others + sum(sorted.slice(ROW_LIMIT).map(({ count }) => count));
  const shown = sorted.slice(0, ROW_LIMIT);
  return rest === 0 ? shown : [...shown, { name: OTHERS, count: rest }];
}

function outOfRange(parameter: keyof DayRange, detail: string): ValidationIssue {
  return { code: 'out_of_range', parameter, detail };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
