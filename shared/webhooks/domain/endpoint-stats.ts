import type { Delivery } from './delivery.ts';

/** How many of its latest deliveries speak for an endpoint (R24). */
export const STATS_DELIVERIES = 100;

export type EndpointStats = {
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Attempts that failed since the last success. */
  readonly consecutiveFailures: number;
};

/** Statistics from the latest deliveries, computed on read so that no attempt costs a second write (H25, R24). */
export function endpointStats(latest: readonly Pick<Delivery, 'attempts'>[]): EndpointStats {
  const attempts = latest
    .flatMap((delivery) => delivery.attempts)
    // What we broke off ourselves says nothing about the receiver.
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
