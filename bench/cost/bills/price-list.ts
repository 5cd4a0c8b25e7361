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
  /** A mail that SES sends. */
  mail: 0.1 / 1000,
  logGigabyte: 0.5,
  egressGigabyte: 0.09,
  /** Storing, copying or listing in S3. */
  putObject: 5 / 1e6,
} as const;

/**
 * Prices of messages in dollars: to the United States from a toll-free number, as in an event of AWS of 2024, and of WhatsApp in 2026. Meta
 * charges templates in addition. Prices of other countries are up to 60 times as high.
 */
export const MESSAGE_PRICES = {
  textPart: 0.005_81,
  carrierFee: 0.003_02,
  whatsappMessage: 0.005,
  /** Published by a service to a topic of SNS; its delivery to a queue is free. */
  notification: 0.5 / 1e6,
} as const;

/** Prices of resources in dollars per month, used or not. */
export const MONTHLY_PRICES = {
  key: 1,
  /** For each metric of an alarm. */
  alarmMetric: 0.1,
  dashboard: 3,
  secret: 0.4,
  customMetric: 0.3,
  /** Storage for a month. */
  logGigabyte: 0.03,
  tableGigabyte: 0.25,
  recoveryGigabyte: 0.2,
  objectGigabyte: 0.023,
} as const;

/**
 * Durations that a local machine cannot measure, in seconds. A batch of ten healthy deliveries takes as long as its slowest
 * receiver, and the CPU time of the batch is added. The durations of functions that only wait for DynamoDB or SQS were measured on arm64.
 */
export const ASSUMED = {
  /** Memory of a function; the default of the templates. */
  memoryGigabytes: 0.5,
  deliverBatch: 0.6,
  /** A function with this much memory has one core; with less memory, the same share of it. */
  coreMegabytes: 1769,
  deliverBatchMessages: 10,
  /** An invocation of a warm HTTP function. */
  operation: 0.025,
  /** A run that waits for a social network or another server. */
  networkRun: 1,
  /** Requests to S3 that store a file in parts: to begin, for one part, and to complete. */
  storeRequests: 3,
  /** Duration of a stream consumer per 100 messages sent or entries written. */
  streamHundred: 0.15,
  /** Duration of a read and a write of a log, which the dispatcher makes after each batch. */
  logAppend: 0.015,
  /** Records per invocation of a stream consumer under load. */
  streamRecords: 100,
} as const;

/** What an idle stage, an export and an erasure are assumed to do. */
export const IDLE = {
  minutes: 43_800,
  /** Concurrent long polls of a queue, 20 seconds each; AWS keeps five if the mapping has a maximum concurrency. */
  pollers: 5,
  pollsAMinute: 3,
  /** Duration of an invocation that finds nothing to do; with a whole core, it only waits for three requests in turn. */
  runSeconds: 0.1,
  coreRunSeconds: 0.05,
  /** Read units of such an invocation: the sweeps query each shard of an index. */
  readUnits: 16,
  /** The lines START, END and REPORT, which dev logs. */
  logBytesPerRun: 600,
  tableGigabytes: 0.1,
  /** Seconds of a run that copies media files all the time, and the files that it copies. */
  exportRunSeconds: 40,
  copiesPerRun: 200,
  /** An eventually consistent scan reads 8 KB per unit. */
  scanUnitsPerGigabyte: 122_000,
  scanUnitsPerSecond: 1000,
  /** An item and its entry in one index. */
  writesPerDeletion: 2,
} as const;

/**
 * An hour in which a person has the console open. The requests of a screen were counted in Chromium; the minutes are assumed. A hidden tab
 * sends none.
 */
export const CONSOLE_HOUR = {
  /** The page, and all scripts, styles and icons, which the browser then keeps for a year. */
  files: 32,
  homeMinutes: 30,
  endpointMinutes: 15,
  deliveryMinutes: 10,
  eventMinutes: 5,
  /** Home, while an endpoint fails. */
  homeRefreshesAMinute: 6,
  refreshesAMinute: 12,
  deliveryReadsAMinute: 30,
  failingEndpoints: 2,
} as const;

/** The price of an invocation. */
export function invocationDollars(seconds: number, gigabytes: number = ASSUMED.memoryGigabytes): number {
  return PRICES.lambdaRequest + seconds * gigabytes * PRICES.lambdaGigabyteSecond;
}

/** The price of an invocation that finds nothing to do. */
export function idleRunDollars(gigabytes: number = ASSUMED.memoryGigabytes): number {
  const hasCore = gigabytes * 1024 >= ASSUMED.coreMegabytes;
  return invocationDollars(hasCore ? IDLE.coreRunSeconds : IDLE.runSeconds, gigabytes);
}

/** The duration of a batch of deliveries: the wait for the receivers, and the CPU time on the share of a core that the memory buys. */
export function deliverBatchSeconds(cpuMsPerDelivery: number, memoryMegabytes: number): number {
  const cpuSeconds = (cpuMsPerDelivery / 1000) * ASSUMED.deliverBatchMessages;
  return ASSUMED.deliverBatch + cpuSeconds / Math.min(1, memoryMegabytes / ASSUMED.coreMegabytes);
}
