import * as v from 'valibot';
import {
  type AnalyticsRow,
  type AnalyticsTotals,
  type DayRange,
  GROUPS,
  type Group,
} from '#shared/biolinks/domain/page-analytics.ts';
import { KEPT_DAYS } from '#shared/biolinks/domain/page-day.ts';
import { DEVICES } from '#shared/biolinks/domain/visit.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { localDate } from '#shared/platform/http/local-time-field.ts';
import { count } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** Reading the analytics of pages. */
export const ANALYTICS_READ = keyWith('biolinks:analytics:read');

/** Query of the analytics of a page. The range is checked against the current day. */
export const analyticsQuery = strictFields({
  from: v.optional(
    withDescription(
      localDate,
      `First day, in the time zone of the workspace. Counts are kept for ${KEPT_DAYS} days. Default: 27 days before \`to\``,
    ),
  ),
  to: v.optional(withDescription(localDate, 'Last day, included. Default: today')),
  group: v.optional(
    withDescription(v.picklist(GROUPS), 'What the rows are: days, links, referrers, or kinds of devices'),
    'day',
  ),
});

const views = withDescription(count, 'How often people opened the page');
const clicks = withDescription(count, 'How often people followed a link whose clicks are counted');
const visitors = withDescription(
  count,
  'Estimated number of different visitors, within about 1 % (within 2 % on 99.9 % of days). A visitor who comes back on another day ' +
    'counts again. Browsers that opt out of tracking are not included',
);

const dayRow = v.object({
  day: withDescription(
    v.pipe(v.string(), v.metadata({ format: 'date' })),
    'A day in the time zone of the workspace',
  ),
  views,
  clicks,
  visitors,
});

const blockRow = v.object({
  block: withDescription(
    v.string(),
    'ID of the block, which can be deleted by now; `other` for the rest of the links',
  ),
  item: withDescription(
    v.nullable(v.string()),
    'The profile in a block of profiles, as in the path of `followProfileLink`; null for other blocks',
  ),
  clicks,
});

const referrerRow = v.object({
  referrer: withDescription(
    v.nullable(v.string()),
    'Host of the page with the link to this page, without `www.`; null if the browser named none; `other` for the rest',
  ),
  views,
});

const deviceRow = v.object({
  device: withDescription(v.picklist(DEVICES), 'Kind of device, by its `User-Agent`'),
  views,
  clicks,
});

/** The analytics of a page in responses (docs/specification/biolinks.md#page-analytics). */
export const analyticsSchema = withDescription(
  withTitle(
    'PageAnalytics',
    v.object({
      from: withDescription(v.pipe(v.string(), v.metadata({ format: 'date' })), 'First day'),
      to: withDescription(v.pipe(v.string(), v.metadata({ format: 'date' })), 'Last day'),
      timezone: withDescription(
        v.string(),
        'The time zone of the workspace now. A day was counted in the time zone of its time',
      ),
      group: withDescription(v.picklist(GROUPS), 'What the rows are'),
      totals: withDescription(v.object({ views, clicks, visitors }), 'The sums of all days of the range'),
      rows: withDescription(
        v.array(v.union([dayRow, blockRow, referrerRow, deviceRow])),
        'By `day`: every day of the range, oldest first. By `block`, `referrer` or `device`: the highest number first. Each kind of ' +
          'row has the figures that are counted for it',
      ),
    }),
  ),
  'Counted visits of a page',
);

/** The analytics of a page in a workspace with this time zone. */
export type AnalyticsReport = {
  readonly range: DayRange;
  readonly timezone: string;
  readonly group: Group;
  readonly totals: AnalyticsTotals;
  readonly rows: readonly AnalyticsRow[];
};

/** The representation of analytics. */
export function analyticsView({
  range,
  rows,
  ...report
}: AnalyticsReport): v.InferInput<typeof analyticsSchema> {
  return { ...range, ...report, rows: [...rows] };
}

/** The columns of each kind of row in CSV. */
const COLUMNS: Readonly<Record<Group, readonly string[]>> = {
  day: ['day', 'views', 'clicks', 'visitors'],
  block: ['block', 'item', 'clicks'],
  referrer: ['referrer', 'views'],
  device: ['device', 'views', 'clicks'],
};

/** The rows as CSV (RFC 4180). No value needs quotes: days, IDs, hosts, names of networks and numbers have neither commas nor quotes. */
export function analyticsCsv({ group, rows }: Pick<AnalyticsReport, 'group' | 'rows'>): string {
  const columns = COLUMNS[group];
  const lines = rows.map((row) => {
    const values = new Map<string, string | number | null>(Object.entries(row));
    return columns.map((name) => values.get(name) ?? '').join(',');
  });
  return [columns.join(','), ...lines, ''].join('\r\n');
}
