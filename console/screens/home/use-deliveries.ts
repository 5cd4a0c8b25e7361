import { mayManageEndpoints } from '#console/screens/webhooks/endpoint-reads.ts';
import type { Metrics } from '#console/screens/webhooks/endpoint/metrics-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import type { Loaded } from '#console/session/use-query.ts';
import { DAY_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Range } from './ranges.ts';

export const METRICS = '/api/v1/workspace-webhooks/metrics';

type Counts = { readonly attempts: number; readonly successes: number };
type Bar = Counts & { readonly start: string };

/** Attempts of all endpoints in a range, bar by bar, and their sum in the time before it. */
export type Deliveries = Counts & {
  readonly bars: readonly Bar[];
  readonly before: Counts;
  readonly waiting: Metrics['waiting'];
};

/** The parameters of the request for a range and the time before it. */
export function metricsQuery({ step, days }: Range, now: number): { step: Range['step']; from: string } {
  return { step, from: new Date(now - 2 * days * DAY_MS).toISOString() };
}

/** Reads the attempts of all endpoints with one request. */
export function useDeliveries(range: Range): Loaded<Deliveries | null> {
  const { session } = useSigned();
  return useAllowed(
    mayManageEndpoints(session),
    ['home-deliveries', range.name],
    async () => {
      const query = metricsQuery(range, Date.now());
      return deliveriesOf(await dataOf(session.api.GET(METRICS, { params: { query } })), range);
    },
    MINUTE_MS,
  );
}

function deliveriesOf({ steps, waiting }: Metrics, { perBar, bars: count }: Range): Deliveries {
  const length = perBar * count;
  const shown = steps.slice(-length);
  const bars = Array.from({ length: Math.ceil(shown.length / perBar) }, (_, index) => {
    const own = shown.slice(index * perBar, (index + 1) * perBar);
    return { start: own[0]?.start ?? '', ...sumOf(own) };
  });
  return { bars, ...sumOf(shown), before: sumOf(steps.slice(-2 * length, -length)), waiting };
}

function sumOf(steps: readonly Counts[]): Counts {
  return steps.reduce(
    (sum, step) => ({
      attempts: sum.attempts + step.attempts,
      successes: sum.successes + step.successes,
    }),
    { attempts: 0, successes: 0 },
  );
}
