import type { Metric } from '#shared/platform/core/metric.ts';

/**
 * Outcome of a delivery attempt. The address guard rejected `blocked` ones; the circuit breaker deferred `deferred` ones
 * before any request.
 */
export const DELIVERY_OUTCOMES = ['success', 'retry', 'failed', 'blocked', 'deferred'] as const;

/** The value of the dimension `outcome` of a delivery attempt. */
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** What the sweep reads: recorded events, and deliveries whose next attempt is overdue. */
export const SWEEP_SCANS = ['events', 'due'] as const;

/** The value of the dimension `scan` of the sweep. */
export type SweepScan = (typeof SWEEP_SCANS)[number];

const service = 'deliver-webhook';

export const WEBHOOKS_METRICS = {
  /** Attempts to deliver a webhook. */
  attempts: { name: 'Attempts', service, unit: 'Count', by: { outcome: DELIVERY_OUTCOMES } },
  /** 1 for an attempt with a 2xx response, 0 for any other: the average is the success ratio. */
  delivered: { name: 'Delivered', service, unit: 'None', by: {} },
  /** Duration of an attempt's request. */
  attemptDuration: { name: 'AttemptDuration', service, unit: 'Milliseconds', by: {} },
  /** Delay between the scheduled time of a first attempt for a healthy endpoint and its receipt from the queue. */
  lateness: { name: 'Lateness', service, unit: 'Seconds', by: {} },
  /**
   * How far the sweep is behind: the full minutes that were old enough to be read when a run began, and that one of the shards, of whichever
   * part, has not read at its end. 0 to 60 if nothing is wrong: the runs of a minute do not end at the same time.
   */
  sweepLag: {
    name: 'SweepLagSeconds',
    service: 'sweep-deliveries',
    unit: 'Seconds',
    by: { scan: SWEEP_SCANS },
  },
} as const satisfies Record<string, Metric>;
