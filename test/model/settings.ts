import { DELIVERY_SETTINGS } from '#infra/settings/delivery-settings.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';

const { retryDelays, breaker } = DELIVERY_SETTINGS;

/** The settings of the functions, as in production. */
export const DELIVERY = { retryDelays, ...breaker };
export const SWEEP_QUEUE_LIMIT = 750;

/** Timeouts of the functions, and visibility timeouts of their queues, in milliseconds. */
export const TIMES = {
  deliver: { timeoutMs: 15_000, visibilityMs: 90_000 },
  release: { timeoutMs: 15_000, visibilityMs: 90_000 },
  recover: { timeoutMs: 60_000, visibilityMs: 6 * MINUTE_MS },
  dispatch: { timeoutMs: 60_000 },
  sweep: { timeoutMs: 60_000 },
  http: { timeoutMs: 10_000 },
} as const;
