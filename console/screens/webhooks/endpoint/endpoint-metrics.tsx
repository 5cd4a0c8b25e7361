import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Chart } from '#console/parts/charts/chart.tsx';
import { numberOf, percentOf } from '#console/parts/counted.ts';
import { ReadState } from '#console/parts/notices.tsx';
import { Segments } from '#console/parts/segments.tsx';
import { Tile, Tiles } from '#console/parts/tiles.tsx';
import { endpointPath } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { AttemptsChart, useChartSteps } from './attempts-chart.tsx';
import { EndpointFrame } from './endpoint.tsx';
import { FailureReasons } from './failure-reasons.tsx';
import { RANGES, STEPS, stepOf } from './metrics-ranges.ts';
import { failuresText, type Metrics, milliseconds, useMetrics } from './metrics-reads.ts';
import { MetricsTable } from './metrics-table.tsx';

/** How many attempts an endpoint receives, how they end and how long they take. The range is in the URL. */
export function EndpointMetrics() {
  return <EndpointFrame>{({ endpoint }) => <Shown endpoint={endpoint.id} />}</EndpointFrame>;
}

function Shown({ endpoint }: { readonly endpoint: string }) {
  const { query, route } = useLocation();
  const { timezone } = useSigned().session.me.workspace;
  const step = stepOf(query['step'], '1h');
  const { data, error } = useMetrics(endpoint, step);
  return (
    <>
      <div class="filters">
        <Segments
          label="Time range"
          value={step}
          choices={STEPS.map((each) => [each, RANGES[each].name] as const)}
          onValue={(value) => route(`/console/endpoints/${endpoint}/metrics?step=${value}`, true)}
        />
        <span class="soft">
          {RANGES[step].last}, {RANGES[step].steps}
          {step !== '1d' && `, ${timezone}`}
        </span>
      </div>
      <ReadState data={data} error={error} of="chart" />
      {data && <Charts metrics={data} />}
      <ApiCalls calls={[{ path: `${endpointPath(endpoint)}/metrics?step=${step}` }]} />
    </>
  );
}

function Charts({ metrics }: { readonly metrics: Metrics }) {
  const { attempts } = metrics;
  return (
    <>
      <Figures metrics={metrics} />
      {attempts === 0 ? (
        <p class="soft">No attempts in {RANGES[metrics.step].last}</p>
      ) : (
        <>
          <section class="card-box" aria-label="Attempts">
            <AttemptsChart metrics={metrics} />
          </section>
          <div class="columns">
            <section class="card-box" aria-label="Duration">
              <Durations metrics={metrics} />
            </section>
            <section class="card-box" aria-label="Why attempts failed">
              <h2>Why attempts failed</h2>
              <FailureReasons metrics={metrics} />
            </section>
          </div>
          <MetricsTable metrics={metrics} />
        </>
      )}
    </>
  );
}

function Figures({ metrics }: { readonly metrics: Metrics }) {
  const { attempts, successes, p50_ms, p95_ms, waiting, step } = metrics;
  return (
    <Tiles>
      <Tile name="Attempts" figure={numberOf(attempts)}>
        in {RANGES[step].last}
      </Tile>
      <Tile name="Successes" figure={attempts === 0 ? 'none' : percentOf(successes, attempts)}>
        {successes} of {attempts}, failures: <span>{failuresText(metrics)}</span>
      </Tile>
      <Tile name="Duration, median" figure={p50_ms === null ? 'unknown' : milliseconds(p50_ms)}>
        {p50_ms !== null &&
          `half of the attempts took at most about ${milliseconds(p50_ms)}, 95 % at most about ${milliseconds(p95_ms)}`}
      </Tile>
      <Tile name="Waiting" figure={`${waiting.is_minimum ? 'at least ' : ''}${waiting.deliveries}`}>
        {waiting.deliveries === 1 ? 'delivery waits' : 'deliveries wait'} for another attempt
      </Tile>
    </Tiles>
  );
}

function Durations({ metrics }: { readonly metrics: Metrics }) {
  const { steps, names } = useChartSteps(metrics);
  return (
    <Chart
      title="Duration: the attempts took at most this long"
      label="The median and the 95th percentile of the duration in each step. The table below has the numbers."
      as="lines"
      steps={names}
      textOf={milliseconds}
      series={[
        { name: 'half of the attempts', mark: 'mark-1', values: steps.map(({ p50_ms }) => p50_ms) },
        { name: '95 %', mark: 'mark-2', values: steps.map(({ p95_ms }) => p95_ms) },
      ]}
    />
  );
}
