/** What one unit costs in dollars: list prices of us-east-1, 2026, on demand, without free tiers. */
export const PRICES = {
  httpApiRequest: 1 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  /** arm64. */
  lambdaGigabyteSecond: 0.000_013_333_4,
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  /** A call of up to 64 KB, with one message or ten. */
  queueRequest: 0.4 / 1e6,
  /** On top for queues that serve groups fairly. */
  fairQueueRequest: 0.1 / 1e6,
  scheduleFired: 1 / 1e6,
  keyRequest: 3 / 1e6,
  logGigabyte: 0.5,
  egressGigabyte: 0.09,
} as const;

/** What stands in the account costs in dollars a month, used or not. */
export const MONTHLY_PRICES = {
  key: 1,
  /** For each metric that an alarm looks at. */
  alarmMetric: 0.1,
  dashboard: 3,
} as const;

/**
 * Times that a machine at hand cannot tell, in seconds. A batch of ten healthy deliveries takes as long as its slowest
 * receiver; what waits for DynamoDB or SQS alone is taken from measurements of such functions on arm64.
 */
export const ASSUMED = {
  /** Of every function; the templates' default. */
  memoryGigabytes: 0.5,
  deliverBatch: 0.6,
  deliverBatchMessages: 10,
  /** One call of an HTTP function that is warm. */
  operation: 0.025,
  /** What a stream's consumer takes for 100 messages sent or entries put. */
  streamHundred: 0.15,
  /** Records in an invocation of a stream's consumer while there is enough to do. */
  streamRecords: 100,
} as const;

/** What an invocation costs. */
export function invocationDollars(seconds: number): number {
  return PRICES.lambdaRequest + seconds * ASSUMED.memoryGigabytes * PRICES.lambdaGigabyteSecond;
}
