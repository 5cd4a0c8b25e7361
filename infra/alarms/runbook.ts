/** The pages of docs/runbooks that an alarm may link to, without `.md`. A test compares pages and alarms. */
export const RUNBOOKS = [
  'api-errors',
  'api-latency',
  'concurrency',
  'delivery-success',
  'failed-records',
  'key-service',
  'late-erasure',
  'late-workspace-erasure',
  'late-workspace-export',
  'mail-reputation',
  'missed-ticks',
  'publish-failures',
  'queue-age',
  'redrive',
  'request-flood',
  'scheduler-drops',
  'stream-lag',
  'sweep-errors',
  'table-throttles',
  'throttles',
  'unlock-flood',
] as const;

export type Runbook = (typeof RUNBOOKS)[number];
