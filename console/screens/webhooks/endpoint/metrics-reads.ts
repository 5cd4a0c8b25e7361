import type { components } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';

export type Metrics = components['schemas']['Metrics'];
export type MetricsStep = Metrics['step'];
export type Counted = Pick<Metrics, 'attempts' | 'successes' | 'failures' | 'p50_ms' | 'p95_ms'>;

const REFRESH_MS = 30_000;

/** Reads the metrics of an endpoint and keeps them current. `hours` is the length of the range; by default that of the API. */
export function useMetrics(endpoint: string, step: MetricsStep, hours?: number): Loaded<Metrics> {
  const { api } = useSigned().session;
  return useQuery<Metrics>(
    ['metrics', endpoint, step, String(hours)],
    async () => {
      const from = hours === undefined ? {} : { from: new Date(Date.now() - hours * HOUR_MS).toISOString() };
      const params = { path: { endpoint }, query: { step, ...from } };
      return dataOf(api.GET('/api/v1/workspace-webhooks/{endpoint}/metrics', { params }));
    },
    REFRESH_MS,
  );
}

/** Failed attempts as text, such as `3 timeout, 1 http_5xx`. */
export function failuresText({ failures }: Pick<Counted, 'failures'>): string {
  const counts = Object.entries(failures).map(([name, count]) => `${count} ${name}`);
  return counts.length === 0 ? 'none' : counts.join(', ');
}

/** The share of successful attempts as text. */
export function successText({ attempts, successes }: Pick<Counted, 'attempts' | 'successes'>): string {
  if (attempts === 0) return 'none';
  // Rounded down: one failure in a thousand attempts is not 100 %.
  const percent = Math.floor((successes / attempts) * 1000) / 10;
  return `${successes} (${percent} %)`;
}
