import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Chart } from '#console/parts/charts/chart.tsx';
import { Fact } from '#console/parts/facts.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { Table } from '#console/parts/lists/table.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { endpointPath } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { EndpointFrame } from './endpoint.tsx';
import { failuresText, type Metrics, type MetricsStep, successText, useMetrics } from './metrics-reads.ts';

const RANGES: Readonly<Record<MetricsStep, string>> = {
  '5m': 'the last 24 hours, in steps of 5 minutes',
  '1h': 'the last 7 days, in steps of an hour',
  '1d': 'the last 30 days, in days of UTC',
};
const STEPS = ['5m', '1h', '1d'] as const;

const HEAD = ['From', 'Attempts', 'Successes', 'Failures', 'p50', 'p95'];

/** How many attempts an endpoint receives, how they end and how long they take. The range is in the URL. */
export function EndpointMetrics() {
  return <EndpointFrame>{({ endpoint }) => <Shown endpoint={endpoint.id} />}</EndpointFrame>;
}

function Shown({ endpoint }: { readonly endpoint: string }) {
  const { query, route } = useLocation();
  const step = STEPS.find((each) => each === query['step']) ?? '1h';
  const { data, error } = useMetrics(endpoint, step);
  return (
    <>
      <label htmlFor="step">Show</label>{' '}
      <Select
        id="step"
        value={step}
        choices={STEPS.map((each) => [each, RANGES[each]] as const)}
        onValue={(value) => route(`/console/endpoints/${endpoint}/metrics?step=${value}`, true)}
      />
      <ReadState data={data} error={error} of="chart" />
      {data && <Charts metrics={data} />}
      <ApiCalls calls={[{ path: `${endpointPath(endpoint)}/metrics?step=${step}` }]} />
    </>
  );
}

function Charts({ metrics }: { readonly metrics: Metrics }) {
  const { timeFormat, session } = useSigned();
  const { steps, attempts, waiting } = metrics;
  const short = new Intl.DateTimeFormat('en-GB', {
    timeZone: session.me.workspace.timezone,
    ...(metrics.step === '5m' ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' }),
  });
  const names = steps.map(({ start }) => ({
    short: short.format(new Date(start)),
    long: timeFormat.format(new Date(start)),
  }));
  return (
    <>
      <dl>
        <Fact name="Attempts">{attempts}</Fact>
        <Fact name="Successes">{successText(metrics)}</Fact>
        <Fact name="Failures">{failuresText(metrics)}</Fact>
        {metrics.p50_ms !== null && (
          <Fact name="Duration">
            half of the attempts took at most about {milliseconds(metrics.p50_ms)}, 95 % at most about{' '}
            {milliseconds(metrics.p95_ms)}
          </Fact>
        )}
        <Fact name="Waiting">
          {waiting.is_minimum ? 'at least ' : ''}
          {waiting.deliveries} {waiting.deliveries === 1 ? 'delivery waits' : 'deliveries wait'} for another
          attempt
        </Fact>
      </dl>
      {attempts > 0 && (
        <>
          <Chart
            title="Attempts: successes below, failures above"
            label="Attempts of each step. The table below has the numbers."
            as="bars"
            steps={names}
            series={[
              { name: 'succeeded', mark: 'mark-1', values: steps.map((each) => each.successes) },
              {
                name: 'failed',
                mark: 'mark-bad',
                values: steps.map((each) => each.attempts - each.successes),
              },
            ]}
          />
          <Chart
            title="95 % of the attempts took at most this long"
            label="The 95th percentile of the duration in each step. The table below has the numbers."
            as="bars"
            steps={names}
            textOf={milliseconds}
            series={[{ name: '95 %', mark: 'mark-1', values: steps.map(({ p95_ms }) => p95_ms ?? 0) }]}
          />
          <Rows metrics={metrics} />
        </>
      )}
    </>
  );
}

/** The steps with attempts, newest first. */
function Rows({ metrics: { steps } }: { readonly metrics: Metrics }) {
  const { timeFormat } = useSigned();
  return (
    <details>
      <summary>Show the numbers</summary>
      <Table label="Metrics of each step with attempts" head={HEAD}>
        {steps
          .filter(({ attempts }) => attempts > 0)
          .toReversed()
          .map((each) => (
            <tr key={each.start}>
              <th scope="row">
                <time dateTime={each.start}>{timeFormat.format(new Date(each.start))}</time>
              </th>
              <td>{each.attempts}</td>
              <td>{successText(each)}</td>
              <td>{failuresText(each)}</td>
              <td>{milliseconds(each.p50_ms)}</td>
              <td>{milliseconds(each.p95_ms)}</td>
            </tr>
          ))}
      </Table>
    </details>
  );
}

function milliseconds(value: number | null): string {
  return value === null ? 'unknown' : `${value} ms`;
}
