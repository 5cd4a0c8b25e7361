import type { components } from '#clients/typescript/schema.d.ts';
import { percentOf } from '#console/parts/counted.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';

export type Metrics = components['schemas']['Metrics'];
export type MetricsStep = Metrics['step'];
export type Counted = Pick<Metrics, 'attempts' | 'successes' | 'failures' | 'p50_ms' | 'p95_ms'>;

const REFRESH_MS = 30_000;
/** The metrics of endpoints of a list: a day, and how many endpoints are read at the same time. */
const DAY_HOURS = 24;
const AT_ONCE = 6;

/** Reads the metrics of an endpoint and keeps them current. The time range is the longest that the API has for the step. */
export function useMetrics(endpoint: string, step: MetricsStep): Loaded<Metrics> {
  const { api } = useSigned().session;
  return useQuery<Metrics>(
    ['metrics', endpoint, step],
    () => {
      const params = { path: { endpoint }, query: { step } };
      return dataOf(api.GET('/api/v1/workspace-webhooks/{endpoint}/metrics', { params }));
    },
    REFRESH_MS,
  );
}

/** The metrics of the last 24 hours by endpoint, as far as they are known. A list is complete without them. */
export function useDayMetrics(endpoints: readonly string[]): Readonly<Record<string, Metrics>> {
  const { session } = useSigned();
  const ids = endpoints.toSorted();
  const { data } = useQuery(['day metrics', ...ids], () => readDays(session, ids), REFRESH_MS);
  return data ?? {};
}

async function readDays(session: Session, endpoints: readonly string[]): Promise<Record<string, Metrics>> {
  const found: Record<string, Metrics> = {};
  for (let start = 0; start < endpoints.length; start += AT_ONCE) {
    const group = endpoints.slice(start, start + AT_ONCE);
    const read = await Promise.allSettled(group.map((endpoint) => readDay(session, endpoint)));
    for (const [index, result] of read.entries())
      if (result.status === 'fulfilled') found[group[index] ?? ''] = result.value;
  }
  return found;
}

/** The last 24 hours, and the 24 hours before. */
export type Days = { readonly last: Metrics; readonly before: Metrics };

/** The metrics of all endpoints together. */
export function useDays(): Loaded<Days> {
  const { api } = useSigned().session;
  const read = (from: number, to: number): Promise<Metrics> => {
    const query = { step: '1h' as const, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    return dataOf(api.GET('/api/v1/workspace-webhooks/metrics', { params: { query } }));
  };
  return useQuery<Days>(
    ['days of all endpoints'],
    async () => {
      const now = Date.now();
      const [last, before] = await Promise.all([
        read(now - DAY_HOURS * HOUR_MS, now),
        read(now - 2 * DAY_HOURS * HOUR_MS, now - DAY_HOURS * HOUR_MS),
      ]);
      return { last, before };
    },
    REFRESH_MS,
  );
}

async function readDay({ api }: Session, endpoint: string): Promise<Metrics> {
  const from = new Date(Date.now() - DAY_HOURS * HOUR_MS).toISOString();
  const params = { path: { endpoint }, query: { step: '1h' as const, from } };
  return dataOf(api.GET('/api/v1/workspace-webhooks/{endpoint}/metrics', { params }));
}

/** Failed attempts as text, such as `3 timeout, 1 http_5xx`. */
export function failuresText({ failures }: Pick<Counted, 'failures'>): string {
  const counts = Object.entries(failures).map(([name, count]) => `${count} ${name}`);
  return counts.length === 0 ? 'none' : counts.join(', ');
}

/** The number of successful attempts and their share as text. */
export function successText({ attempts, successes }: Pick<Counted, 'attempts' | 'successes'>): string {
  return attempts === 0 ? 'none' : `${successes} (${percentOf(successes, attempts)})`;
}

/** A duration as text. */
export function milliseconds(value: number | null): string {
  return value === null ? 'unknown' : `${value} ms`;
}
