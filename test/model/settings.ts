/** Delays after attempts 1 to 5 in seconds (docs/specification.md#retry-schedule). */
export const RETRY_DELAYS: readonly number[] = [10, 60, 300, 1800, 7200];

export const QUEUE_DELAY_LIMIT = 900;

/** As in production: a minute less than the 15 minutes that docs/specification.md#circuit-breaker allows. */
export const BREAKER = { deferSeconds: 840, probeSeconds: 30 } as const;

export const SWEEP_QUEUE_LIMIT = 750;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Timeouts of the functions, and visibility timeouts of their queues, in milliseconds. */
export const TIMES = {
  deliver: { timeoutMs: 15_000, visibilityMs: 90_000 },
  release: { timeoutMs: 15_000, visibilityMs: 90_000 },
  recover: { timeoutMs: 60_000, visibilityMs: 6 * MINUTE_MS },
  dispatch: { timeoutMs: 60_000 },
  sweep: { timeoutMs: 60_000 },
  http: { timeoutMs: 10_000 },
} as const;
