import { Sparkline } from '#console/parts/charts/sparkline.tsx';
import { useMetrics } from './metrics-reads.ts';

const HOURS = 24;

/** The attempts of the last 24 hours. Nothing while they are not known, because the card is complete without them. */
export function EndpointSparkline({ endpoint }: { readonly endpoint: string }) {
  const { data } = useMetrics(endpoint, '1h', HOURS);
  if (!data) return null;
  const failed = data.attempts - data.successes;
  const text =
    data.attempts === 0
      ? 'No attempts in the last 24 hours'
      : `${data.attempts} ${data.attempts === 1 ? 'attempt' : 'attempts'} in the last 24 hours, ${failed} failed`;
  return (
    <p class="spark">
      {data.attempts > 0 && (
        <Sparkline
          label="Attempts in each of the last 24 hours"
          steps={data.steps.map(({ start, attempts, successes }) => ({
            key: start,
            good: successes,
            bad: attempts - successes,
          }))}
        />
      )}
      <span class="soft">{text}</span>
    </p>
  );
}
