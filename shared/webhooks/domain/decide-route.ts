import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { DeliveryJob } from './delivery-message.ts';
import type { EndpointHealth } from './endpoint-health.ts';

/** The circuit breaker delays an attempt by at most this many milliseconds (docs/specification/webhooks.md#circuit-breaker). */
const MAX_DELAY_MS = 15 * MINUTE_MS;

/** Deferred attempts are spread over this last fraction of the delay, so that they are not all sent at once. */
const SPREAD = 0.15;

/** How an admitted attempt is routed. */
export type RouteDecision =
  | { readonly kind: 'inline' }
  | { readonly kind: 'slow-lane' }
  | { readonly kind: 'defer'; readonly until: Date }
  /** The run that claims the probe sends it; all other runs defer their attempt. */
  | { readonly kind: 'probe'; readonly until: Date };

/**
 * Decides by the health of the endpoint how an attempt is routed (docs/failure-histories.md#hanging-receivers). An attempt is
 * deferred at most once and at most 15 minutes after `dueAt`; then it is sent in the slow lane whatever the state of the
 * breaker. A test event is never deferred, because a person waits for it. `random` is uniform in [0, 1).
 */
export function decideRoute(
  job: Pick<DeliveryJob, 'dueAt' | 'test' | 'slow' | 'deferred'>,
  { breaker, slowUntil }: EndpointHealth,
  { now, random, deferMs }: { readonly now: Date; readonly random: number; readonly deferMs: number },
): RouteDecision {
  const isDeferrable = !job.deferred && !job.test;
  const until = Math.floor(
    Math.min(now.getTime() + deferMs * (1 - SPREAD * random), job.dueAt + MAX_DELAY_MS),
  );
  if (breaker && isDeferrable && until > now.getTime()) {
    return { kind: breaker.probeAt <= now ? 'probe' : 'defer', until: new Date(until) };
  }
  const isSlow = breaker !== null || (slowUntil !== null && slowUntil > now);
  return { kind: isSlow && !job.slow ? 'slow-lane' : 'inline' };
}
