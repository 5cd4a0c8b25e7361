import { useLocation } from 'preact-iso';
import { Fact, TimeFact } from '#console/parts/facts.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { Segments } from '#console/parts/segments.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import type { Loaded } from '#console/session/use-query.ts';
import { AttemptsChart } from './attempts-chart.tsx';
import { FailureReasons } from './failure-reasons.tsx';
import { RANGES } from './metrics-ranges.ts';
import { type Metrics, milliseconds, type MetricsStep } from './metrics-reads.ts';
import { MetricsTable } from './metrics-table.tsx';

const SHORT = [
  ['5m', '24 h'],
  ['1h', '7 d'],
  ['1d', '30 d'],
] as const;

/** The attempts of an endpoint as a picture, and beside it why some failed. The time range is in the URL. */
export function AttemptsOverview({
  endpoint,
  step,
  metrics: { data, error },
}: {
  readonly endpoint: Endpoint;
  readonly step: MetricsStep;
  readonly metrics: Loaded<Metrics>;
}) {
  const { query, path, route } = useLocation();
  const ranges = (
    <Segments
      label="Time range"
      value={step}
      choices={SHORT}
      onValue={(value) => route(`${path}?${new URLSearchParams({ ...query, step: value })}`, true)}
    />
  );
  if (!data) return <ReadState data={data} error={error} of="chart" />;
  return (
    <div class="columns">
      <section class="card-box" aria-label="Attempts">
        {data.attempts === 0 ? (
          <>
            <div class="card-top">
              <h2>Attempts</h2>
              {ranges}
            </div>
            <p class="soft">No attempts in {RANGES[step].last}</p>
          </>
        ) : (
          <AttemptsChart metrics={data} controls={ranges}>
            <MetricsTable metrics={data} />
          </AttemptsChart>
        )}
      </section>
      <section class="card-box" aria-label="Why attempts failed">
        <h2>Why attempts failed</h2>
        <FailureReasons metrics={data} />
        <Health endpoint={endpoint} metrics={data} />
      </section>
    </div>
  );
}

/** How the latest attempts went, how long they take, and what waits. */
function Health({ endpoint, metrics }: { readonly endpoint: Endpoint; readonly metrics: Metrics }) {
  const { last_success_at, last_failure_at, consecutive_failures } = endpoint.stats;
  const { waiting, p50_ms, p95_ms } = metrics;
  return (
    <dl class="compact">
      <TimeFact name="Last success" at={last_success_at} />
      <TimeFact name="Last failure" at={last_failure_at} />
      {/* The notice says it of an endpoint that is failing now. */}
      {endpoint.state !== 'enabled' && consecutive_failures > 0 && (
        <Fact name="Failed attempts since the last success">{consecutive_failures}</Fact>
      )}
      {p50_ms !== null && (
        <Fact name="Median, 95 %">
          {milliseconds(p50_ms)}, {milliseconds(p95_ms)}
        </Fact>
      )}
      <Fact name="Waiting">
        <a href={`/console/endpoints/${endpoint.id}?state=retrying`}>
          {waiting.is_minimum ? 'at least ' : ''}
          {waiting.deliveries} {waiting.deliveries === 1 ? 'delivery' : 'deliveries'}
        </a>
      </Fact>
    </dl>
  );
}
