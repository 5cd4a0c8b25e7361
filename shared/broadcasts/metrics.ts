import type { Metric } from '#shared/platform/core/metric.ts';

const service = 'send-broadcast-messages';

export const BROADCASTS_METRICS = {
  /** Dollars that broadcasts reserve for messages, minus the prices of messages that were certainly not sent. */
  spend: { name: 'BroadcastSpend', service, unit: 'None', by: {} },
  /** Messages of broadcasts with a first result, and those that failed, at once or after their acceptance. `record-receipt` counts them too. */
  results: { name: 'BroadcastResults', service, unit: 'Count', by: {} },
  failures: { name: 'BroadcastFailures', service, unit: 'Count', by: {} },
} as const satisfies Record<string, Metric>;
