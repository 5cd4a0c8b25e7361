import type * as v from 'valibot';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { metricRangeOf, metricRows } from '#shared/webhooks/domain/metric-range.ts';
import type { AttemptCountReader } from '#shared/webhooks/ports/attempt-counts.ts';
import { type metricsQuery, type metricsSchema, metricsView } from './metrics-view.ts';

/** The metrics of some endpoints together. @throws ValidationError for an invalid time range */
export async function readMetrics(
  counts: AttemptCountReader,
  endpoints: readonly Endpoint[],
  query: v.InferOutput<typeof metricsQuery>,
  now: Date,
): Promise<v.InferInput<typeof metricsSchema>> {
  const range = metricRangeOf(query, now);
  if ('code' in range) throw new ValidationError([range]);
  const isFine = range.step === '5m';
  // Read first: an hour that is rolled up later is still read from its counters.
  const rolledUpUntil = await counts.rolledUpUntil();
  const [spans, waiting] = await Promise.all([
    Promise.all(endpoints.map((endpoint) => counts.read(endpoint, { ...range, isFine }, rolledUpUntil))),
    Promise.all(endpoints.map((endpoint) => counts.countWaiting(endpoint))),
  ]);
  return metricsView(range, metricRows(range, spans.flat()), {
    count: waiting.reduce((sum, each) => sum + each.count, 0),
    isMinimum: waiting.some(({ isMinimum }) => isMinimum),
  });
}
