import { Chart } from '#console/parts/charts/chart.tsx';
import { Sparkline } from '#console/parts/charts/sparkline.tsx';
import { numberOf } from '#console/parts/counted.ts';
import { Table } from '#console/parts/lists/table.tsx';
import { localDay } from '#console/parts/local-time.ts';
import { Tile } from '#console/parts/tiles.tsx';
import {
  type Analytics,
  NEWEST_PAGES_KEY,
  type Page,
  PAGES,
  readNewestPages,
} from '#console/screens/biolinks/pages/page-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may, mayAll } from '#console/session/may.ts';
import { dataOf } from '#console/session/problem.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import type { Loaded } from '#console/session/use-query.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Range } from './ranges.ts';
import { HomeSection } from './section.tsx';
import { WaitingTile } from './waiting-tile.tsx';

/** A day of the API is a date without a time zone. */
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const WHOLE_DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'full' });

type Day = Extract<Analytics['rows'][number], { readonly day: string }>;
type Sums = Pick<Day, 'views' | 'clicks'>;
type Visits = { readonly page: Page; readonly days: readonly Day[]; readonly before: Sums };

/** The newest pages; null if the key cannot see pages. */
export function useHomePages(): Loaded<readonly Page[] | null> {
  const { session } = useSigned();
  return useAllowed<readonly Page[]>(may(session, 'biolinks:pages:read'), NEWEST_PAGES_KEY, () =>
    readNewestPages(session),
  );
}

/** The newest page that people can open, with its visits in the range and before it; null if there is none, or if the key cannot see them. */
function useVisits(range: Range): Loaded<Visits | null> {
  const { session } = useSigned();
  const mayRead = mayAll(session, 'biolinks:pages:read', 'biolinks:analytics:read');
  const pages = useHomePages();
  const page = pages.data?.find(({ status }) => status === 'active');
  const from = firstDay(session.me.workspace.timezone, range);
  const isRead = mayRead && page !== undefined;
  const visits = useAllowed<Visits>(
    isRead,
    ['home-visits', page?.id ?? '', from],
    async () => {
      if (!page) throw new Error('There is no page');
      const params = { path: { page: page.id }, query: { group: 'day' as const, from } };
      const { rows } = await dataOf(session.api.GET(`${PAGES}/{page}/analytics`, { params }));
      const days = rows.filter((row): row is Day => 'day' in row);
      return { page, days: days.slice(-range.days), before: sumOf(days.slice(0, -range.days)) };
    },
    MINUTE_MS,
  );
  if (isRead) return { ...visits, data: visits.data ?? undefined };
  return mayRead && !pages.data ? { ...pages, data: undefined } : { ...pages, data: null };
}

/** Visits are counted by day, so that a range of 24 hours is today. */
function firstDay(timezone: string, { days }: Range): string {
  return localDay(Date.now(), timezone, 2 * days - 1);
}

function sumOf(days: readonly Sums[]): Sums {
  return days.reduce((sum, day) => ({ views: sum.views + day.views, clicks: sum.clicks + day.clicks }), {
    views: 0,
    clicks: 0,
  });
}

function nameOf({ title, slug }: Page): string {
  return title || slug;
}

/** How often people opened the page. */
export function ViewsTile({ range }: { readonly range: Range }) {
  const { data, error } = useVisits(range);
  if (data === null) return null;
  if (!data) return <WaitingTile name="Page views" error={error} />;
  const { page, days, before } = data;
  const { views, clicks } = sumOf(days);
  const [now, earlier] =
    range.days === 1 ? ['today', 'yesterday'] : [`in ${range.now}`, `in ${range.before}`];
  return (
    <Tile
      name={<a href={`/console/pages/${page.id}/analytics`}>Page views {range.days === 1 && 'today'}</a>}
      figure={numberOf(views)}
    >
      <bdi>{nameOf(page)}</bdi> · {numberOf(before.views)} {earlier}
      {views > 0 && ` · ${Math.round((clicks / views) * 100)} clicks for every 100 views`}
      {days.length > 1 && (
        <Sparkline
          label={`Views ${now}`}
          steps={days.map(({ day, views: good }) => ({ key: day, good, bad: 0 }))}
        />
      )}
    </Tile>
  );
}

/** Views and clicks of the page by day. */
export function PageViews({ range }: { readonly range: Range }) {
  const read = useVisits(range);
  const page = read.data?.page;
  return (
    <HomeSection
      title={page ? <bdi>{nameOf(page)}</bdi> : 'Page'}
      more={page && <a href={`/console/pages/${page.id}/analytics`}>Analytics</a>}
      read={read}
      of="chart"
    >
      {({ days }) => {
        const { views, clicks } = sumOf(days);
        if (views + clicks === 0)
          return <p class="soft">Nobody has opened the page in this time. Share its URL to get visitors.</p>;
        return (
          <Chart
            title="Views and clicks of each day"
            label="Views and clicks of each day. The table below has the numbers."
            as={days.length === 1 ? 'bars' : 'lines'}
            steps={days.map(({ day }) => ({
              short: DAY.format(new Date(day)),
              long: WHOLE_DAY.format(new Date(day)),
            }))}
            series={[
              { name: 'views', mark: 'mark-1', values: days.map((day) => day.views) },
              { name: 'clicks', mark: 'mark-2', values: days.map((day) => day.clicks) },
            ]}
          >
            <details>
              <summary>Show the numbers</summary>
              <Table label="Views and clicks of each day" head={['Day', 'Views', 'Clicks']}>
                {days.toReversed().map((day) => (
                  <tr key={day.day}>
                    <th scope="row">{WHOLE_DAY.format(new Date(day.day))}</th>
                    <td>{numberOf(day.views)}</td>
                    <td>{numberOf(day.clicks)}</td>
                  </tr>
                ))}
              </Table>
            </details>
          </Chart>
        );
      }}
    </HomeSection>
  );
}
