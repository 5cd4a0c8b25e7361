import type { ThrottleDescription, ThrottlesDescription } from '#local/template/platform.ts';

type Bucket = { tokens: number; at: number };

/**
 * The token bucket of each route (API Gateway, "Throttling requests to your HTTP API"): initially full, refilled at the rate
 * up to the burst, one token per request. Returns a function that tells whether a request to a route may pass; `now` is in
 * milliseconds.
 */
export function createThrottles(
  { usual, routes }: ThrottlesDescription,
  now: () => number,
): (routeKey: string) => boolean {
  const buckets = new Map<string, Bucket>();
  return (routeKey) => {
    const throttle: ThrottleDescription | undefined = routes[routeKey] ?? usual;
    if (throttle === undefined) return true;
    const at = now();
    const before = buckets.get(routeKey) ?? { tokens: throttle.burst, at };
    const gained = (Math.max(0, at - before.at) / 1000) * throttle.ratePerSecond;
    const tokens = Math.min(throttle.burst, before.tokens + gained);
    const passes = tokens >= 1;
    buckets.set(routeKey, { tokens: passes ? tokens - 1 : tokens, at });
    return passes;
  };
}
