/** Prices per unit in dollars: list prices of us-east-1, 2026, on demand, without free tiers. */
export const PRICES = {
  httpApiRequest: 1 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  /** arm64. */
  lambdaGigabyteSecond: 0.000_013_333_4,
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  /** A call of up to 64 KB, with one message or ten. */
  queueRequest: 0.4 / 1e6,
  /** Surcharge for fair queues. */
  fairQueueRequest: 0.1 / 1e6,
  scheduleFired: 1 / 1e6,
  keyRequest: 3 / 1e6,
  logGigabyte: 0.5,
  egressGigabyte: 0.09,
} as const;

/** Prices of resources in dollars per month, used or not. */
export const MONTHLY_PRICES = {
  key: 1,
  /** For each metric of an alarm. */
  alarmMetric: 0.1,
  dashboard: 3,
} as const;

/**
 * Durations that a local machine cannot measure, in seconds. A batch of ten healthy deliveries takes as long as its slowest
 * receiver. The durations of functions that only wait for DynamoDB or SQS were measured on arm64.
 */
export const ASSUMED = {
  /** Memory of every function; the default of the templates. */
  memoryGigabytes: 0.5,
  deliverBatch: 0.6,
  deliverBatchMessages: 10,
  /** An invocation of a warm HTTP function. */
  operation: 0.025,
  /** Duration of a stream consumer per 100 messages sent or entries written. */
  streamHundred: 0.15,
  /** Records per invocation of a stream consumer under load. */
  streamRecords: 100,
} as const;

/** The price of an invocation. */
export function invocationDollars(seconds: number): number {
  return PRICES.lambdaRequest + seconds * ASSUMED.memoryGigabytes * PRICES.lambdaGigabyteSecond;
}
