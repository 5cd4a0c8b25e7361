import { Chart } from '#console/parts/charts/chart.tsx';
import { Sparkline } from '#console/parts/charts/sparkline.tsx';
import { countOf, numberOf, percentOf } from '#console/parts/counted.ts';
import { Table } from '#console/parts/lists/table.tsx';
import { Tile } from '#console/parts/tiles.tsx';
import { useSigned } from '#console/session/context.ts';
import type { Range } from './ranges.ts';
import { HomeSection } from './section.tsx';
import { type Deliveries, useDeliveries } from './use-deliveries.ts';
import { WaitingTile } from './waiting-tile.tsx';

const HEAD = ['From', 'Attempts', 'Succeeded', 'Failed'];

/** How many attempts there were, and which share of them succeeded. */
export function DeliveryTile({ range }: { readonly range: Range }) {
  const { data, error } = useDeliveries(range);
  if (data === null) return null;
  if (!data) return <WaitingTile name="Delivery attempts" error={error} />;
  return (
    <Tile name={<a href="/console/endpoints">Delivery attempts</a>} figure={numberOf(data.attempts)}>
      {noteOf(data, range)}
      <Sparkline
        label={`Attempts in ${range.now}`}
        steps={data.bars.map(({ start, attempts, successes }) => ({
          key: start,
          good: successes,
          bad: attempts - successes,
        }))}
      />
    </Tile>
  );
}

function noteOf({ attempts, successes, before, waiting }: Deliveries, range: Range) {
  const share = attempts === 0 ? `none in ${range.now}` : `${percentOf(successes, attempts)} succeeded`;
  const compared =
    before.attempts > 0 ? `, ${percentOf(before.successes, before.attempts)} in ${range.before}` : '';
  return (
    <>
      {share}
      {compared}
      {waiting.deliveries > 0 &&
        ` · ${waiting.is_minimum ? 'at least ' : ''}${countOf(waiting.deliveries, 'delivery waits', 'deliveries wait')}`}
    </>
  );
}

/** All attempts of the range as a chart, with the numbers below. */
export function DeliveryChart({ range }: { readonly range: Range }) {
  const read = useDeliveries(range);
  return (
    <HomeSection
      title="Deliveries"
      more={<a href="/console/endpoints">All endpoints</a>}
      read={read}
      of="chart"
    >
      {({ bars, attempts }) =>
        attempts === 0 ? (
          <p class="soft">No delivery was attempted in {range.now}.</p>
        ) : (
          <Attempts bars={bars} range={range} />
        )
      }
    </HomeSection>
  );
}

function Attempts({ bars, range }: { readonly bars: Deliveries['bars']; readonly range: Range }) {
  const { session } = useSigned();
  // A day of the metrics is a day of UTC.
  const timeZone = range.step === '1d' ? 'UTC' : session.me.workspace.timezone;
  const short = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...(range.days === 1 ? { timeStyle: 'short' } : { weekday: 'short', day: 'numeric', month: 'short' }),
  });
  const long = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(range.step === '1d' ? {} : { hour: '2-digit', minute: '2-digit' }),
  });
  const steps = bars.map(({ start }) => ({
    short: short.format(new Date(start)),
    long: long.format(new Date(start)),
  }));
  return (
    <Chart
      title="Attempts"
      label={`Attempts in ${range.now}. The table below has the numbers.`}
      as="bars"
      steps={steps}
      series={[
        { name: 'succeeded', mark: 'mark-1', values: bars.map(({ successes }) => successes) },
        {
          name: 'failed',
          mark: 'mark-bad',
          values: bars.map(({ attempts, successes }) => attempts - successes),
        },
      ]}
    >
      <details>
        <summary>Show the numbers</summary>
        {range.step === '1d' && <p class="soft">Each day begins at midnight in UTC.</p>}
        <Table label="Attempts" head={HEAD}>
          {bars.toReversed().map(({ start, attempts, successes }) => (
            <tr key={start}>
              <th scope="row">{long.format(new Date(start))}</th>
              <td>{numberOf(attempts)}</td>
              <td>{numberOf(successes)}</td>
              <td>{numberOf(attempts - successes)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Chart>
  );
}
