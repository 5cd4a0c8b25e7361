import type { DeliveryJob } from './delivery-job.ts';
import type { EndpointHealth } from './endpoint-health.ts';

/** The breaker delays an attempt at most this long past its due time, in milliseconds (R26). */
const MAX_DELAY_MS = 15 * 60_000;

/** Deferred attempts wake spread over the last part of the wait, so that they do not all come at once. */
const SPREAD = 0.15;

/** What becomes of an attempt that the endpoint's settings admit. */
export type DeliveryRoute =
  | { readonly kind: 'send' }
  | { readonly kind: 'slow-lane' }
  | { readonly kind: 'defer'; readonly until: Date }
  /** Whoever claims the probe is sent, everybody else is deferred. */
  | { readonly kind: 'probe'; readonly until: Date };

/**
 * Decides by the endpoint's health how an attempt travels (R26, H26, H27). An attempt is deferred at most once, never beyond 15
 * minutes after it was due, and then made in the slow lane whatever the breaker says; a test, which somebody waits for, is
 * never deferred. `random` is uniform in [0, 1).
 */
export function decideRoute(
  job: Pick<DeliveryJob, 'due_at' | 'test' | 'slow' | 'deferred'>,
  { breaker, slowUntil }: EndpointHealth,
  { now, random, parkMs }: { readonly now: Date; readonly random: number; readonly parkMs: number },
): DeliveryRoute {
  const mayWait = !job.deferred && !job.test;
  const until = Math.floor(
    Math.min(now.getTime() + parkMs * (1 - SPREAD * random), job.due_at + MAX_DELAY_MS),
  );
  if (breaker && mayWait && until > now.getTime()) {
    return { kind: breaker.probeAt <= now ? 'probe' : 'defer', until: new Date(until) };
  }
  const isSlow = breaker !== null || (slowUntil !== null && slowUntil > now);
  return { kind: isSlow && !job.slow ? 'slow-lane' : 'send' };
}
