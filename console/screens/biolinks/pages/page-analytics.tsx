import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BarList } from '#console/parts/charts/bar-list.tsx';
import { Chart } from '#console/parts/charts/chart.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { Table } from '#console/parts/lists/table.tsx';
import { localDay } from '#console/parts/local-time.ts';
import { Failure, ReadState } from '#console/parts/notices.tsx';
import { saveFile } from '#console/parts/save-file.ts';
import { Tile, Tiles } from '#console/parts/tiles.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { linkNames } from './link-names.ts';
import { PageFrame } from './page-frame.tsx';
import { type Analytics, type Group, type Page, pagePath, useAnalytics, useBlocks } from './page-reads.ts';

const REFRESH_MS = 15_000;
const RANGES = {
  7: 'the last 7 days',
  28: 'the last 28 days',
  90: 'the last 90 days',
  365: 'the last 365 days',
};
/** A day of the API is a date without a time zone. */
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const WHOLE_DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'full' });
const GROUPS = ['day', 'block', 'referrer', 'device'] as const;

type Row<Name extends string> = Extract<Analytics['rows'][number], Readonly<Record<Name, unknown>>>;

/** How many people opened a page, and which links they followed. The range is in the URL. */
export function PageAnalytics() {
  return <PageFrame>{({ page }) => <Shown page={page} />}</PageFrame>;
}

function Shown({ page }: { readonly page: Page }) {
  const { timezone } = useSigned().session.me.workspace;
  const { query, route } = useLocation();
  const days = Object.keys(RANGES).find((each) => each === query['days']) ?? '28';
  const from = localDay(Date.now(), timezone, Number(days) - 1);
  const { data, error } = useAnalytics(page.id, 'day', from, REFRESH_MS);
  return (
    <>
      <label htmlFor="days">Show</label>{' '}
      <Select
        id="days"
        value={days}
        choices={Object.entries(RANGES)}
        onValue={(value) => route(`/console/pages/${page.id}/analytics?days=${value}`, true)}
      />
      <ReadState data={data} error={error} of="chart" />
      {data && <Totals analytics={data} />}
      {data && data.totals.views + data.totals.clicks === 0 && (
        <p>Nobody has opened the page in this time. Share its URL to get visitors.</p>
      )}
      {data && data.totals.views + data.totals.clicks > 0 && (
        <>
          <Days page={page} from={from} analytics={data} />
          <Links page={page} from={from} />
          <Referrers page={page} from={from} />
          <Devices page={page} from={from} />
        </>
      )}
      <p class="soft">
        Each day begins at midnight in the time zone {timezone}. Bots and previews are not counted. The
        platform stores no IP address and no cookie of a visitor, so the number of visitors is an estimate.
      </p>
      <Reset page={page} />
      <ApiCalls
        calls={GROUPS.map((group) => ({
          path: `${pagePath(page.id)}/analytics?group=${group}&from=${from}`,
        }))}
      />
    </>
  );
}

function Totals({ analytics: { totals } }: { readonly analytics: Analytics }) {
  const { views, clicks, visitors } = totals;
  return (
    <Tiles>
      <Tile name="Views" figure={views} />
      <Tile name="Visitors" figure={`about ${visitors}`}>
        a visitor who comes back on another day counts again
      </Tile>
      <Tile name="Clicks" figure={clicks}>
        {views > 0 ? `${Math.round((clicks / views) * 100)} for every 100 views` : undefined}
      </Tile>
    </Tiles>
  );
}

type PartProps = { readonly page: Page; readonly from: string };

function Days({ page, from, analytics }: PartProps & { readonly analytics: Analytics }) {
  const rows = rowsOf(analytics, 'day');
  const steps = rows.map(({ day }) => ({
    short: DAY.format(new Date(day)),
    long: WHOLE_DAY.format(new Date(day)),
  }));
  return (
    <Part title="Days" page={page} from={from} group="day">
      <Chart
        title="Views of each day"
        label="Views of each day. The table below has the numbers."
        as="lines"
        steps={steps}
        series={[{ name: 'views', mark: 'mark-1', values: rows.map(({ views }) => views) }]}
      />
      <Chart
        title="Clicks of each day"
        label="Clicks of each day. The table below has the numbers."
        as="bars"
        steps={steps}
        series={[{ name: 'clicks', mark: 'mark-2', values: rows.map(({ clicks }) => clicks) }]}
      />
      <details>
        <summary>Show the numbers</summary>
        <Table label="Counts of each day" head={['Day', 'Views', 'Visitors', 'Clicks']}>
          {rows.toReversed().map(({ day, views, visitors, clicks }) => (
            <CountRow key={day} name={day} counts={[views, visitors, clicks]} />
          ))}
        </Table>
      </details>
    </Part>
  );
}

function Links({ page, from }: PartProps) {
  const { data, error } = useAnalytics(page.id, 'block', from, REFRESH_MS);
  const blocks = useBlocks(page.id);
  const nameOf = linkNames(blocks.data?.blocks ?? []);
  return (
    <Part title="Links" page={page} from={from} group="block">
      <Failure error={error ?? blocks.error} />
      {data && (
        <BarList
          label="Clicks of each link"
          rows={rowsOf(data, 'block').map(({ block, item, clicks }) => ({
            key: `${block} ${item}`,
            name: nameOf(block, item),
            count: clicks,
          }))}
        />
      )}
    </Part>
  );
}

function Referrers(part: PartProps) {
  const { data, error } = useAnalytics(part.page.id, 'referrer', part.from, REFRESH_MS);
  return (
    <Part {...part} title="Referrers" group="referrer">
      <Failure error={error} />
      {data && (
        <BarList
          label="Views by referrer"
          rows={rowsOf(data, 'referrer').map(({ referrer, views }) => ({
            key: String(referrer),
            name: referrer ?? 'unknown, or the visitor typed the URL',
            count: views,
          }))}
        />
      )}
    </Part>
  );
}

function Devices(part: PartProps) {
  const { data, error } = useAnalytics(part.page.id, 'device', part.from, REFRESH_MS);
  return (
    <Part {...part} title="Devices" group="device">
      <Failure error={error} />
      {data && (
        <BarList
          label="Views and clicks by kind of device"
          rows={rowsOf(data, 'device').map(({ device, views, clicks }) => ({
            key: device,
            name: device,
            count: views,
            more: `${clicks} ${clicks === 1 ? 'click' : 'clicks'}`,
          }))}
        />
      )}
    </Part>
  );
}

function CountRow({ name, counts }: { readonly name: string; readonly counts: readonly number[] }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {counts.map((count, index) => (
        <td key={index}>{count}</td>
      ))}
    </tr>
  );
}

/** A heading, what was counted, and a button that saves the same as CSV. */
function Part({
  title,
  page,
  from,
  group,
  children,
}: PartProps & { readonly title: string; readonly group: Group; readonly children: ComponentChildren }) {
  const { api } = useSigned().session;
  const params = { path: { page: page.id }, query: { group, from } };

  async function save(): Promise<void> {
    const read = api.GET('/api/v1/biolinks/pages/{page}/analytics.csv', { params, parseAs: 'text' });
    saveFile(`${page.slug}-${group}-${from}.csv`, new Blob([await bodyOf(read)], { type: 'text/csv' }));
  }

  return (
    <section>
      <h2>{title}</h2>
      {children}
      <div class="actions">
        <Command label={`Save ${title.toLowerCase()} as CSV`} quiet send={save} />
      </div>
    </section>
  );
}

function Reset({ page }: { readonly page: Page }) {
  const { session } = useSigned();
  if (!may(session, 'biolinks:pages:write')) return null;
  const params = { path: { page: page.id } };
  return (
    <div class="actions">
      <AskedCommand
        label="Reset the analytics"
        isFinal
        title="Reset the analytics?"
        send={() => bodyOf(session.api.DELETE('/api/v1/biolinks/pages/{page}/analytics', { params }))}
      >
        <p>
          Every count of <bdi>{page.title || page.slug}</bdi> is deleted permanently. The page itself does not
          change.
        </p>
      </AskedCommand>
    </div>
  );
}

function rowsOf<Name extends Group>({ rows }: Analytics, group: Name): readonly Row<Name>[] {
  return rows.filter((row): row is Row<Name> => group in row);
}
