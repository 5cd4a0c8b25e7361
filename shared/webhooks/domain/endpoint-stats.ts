import type { Delivery } from './delivery.ts';

/** Statistics cover this many of the latest deliveries. */
export const STATS_DELIVERIES = 100;

/** Results of the latest deliveries; null and 0 if there were none. */
export type EndpointStats = {
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Failed attempts since the last success. */
  readonly consecutiveFailures: number;
};

/**
 * Statistics of the latest deliveries. They are computed on read, so that an attempt costs no second write
 * (docs/specification/webhooks.md#endpoint-statistics).
 */
export function endpointStats(latest: readonly Pick<Delivery, 'attempts'>[]): EndpointStats {
  const attempts = latest
    .flatMap((delivery) => delivery.attempts)
    // An attempt that the platform aborted is no evidence about the receiver.
    .filter((attempt) => attempt.outcome !== 'cancelled')
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const firstSuccess = attempts.findIndex((attempt) => attempt.outcome === 'success');
  const failure = attempts.find((attempt) => attempt.outcome !== 'success');
  return {
    lastSuccessAt: attempts[firstSuccess]?.startedAt ?? null,
    lastFailureAt: failure?.startedAt ?? null,
    consecutiveFailures: firstSuccess < 0 ? attempts.length : firstSuccess,
  };
}
