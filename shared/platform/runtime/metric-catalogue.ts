/**
 * Dimensions of custom metrics. Each combination of values is a separate metric at $0.30 a month, so their number must not
 * grow with customers: ids of workspaces, endpoints or deliveries belong in log lines.
 */
export const DIMENSIONS = ['service', 'outcome', 'provider'] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/**
 * Outcome of a delivery attempt. The address guard rejected `blocked` ones; the circuit breaker deferred `deferred` ones
 * before any request.
 */
export const DELIVERY_OUTCOMES = ['success', 'retry', 'failed', 'blocked', 'deferred'] as const;

/** The value of the dimension `outcome` of a delivery attempt. */
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** Social networks that publications are counted for. */
export const METRIC_PROVIDERS = [
  'mastodon',
  'bluesky',
  'sandbox',
  'wordpress',
  'devto',
  'discord',
  'telegram',
  'linkedin',
] as const;

export type MetricProvider = (typeof METRIC_PROVIDERS)[number];

/** Outcome of an attempt to publish to an account, as in `PublishResult`. */
export const PUBLISH_OUTCOMES = ['published', 'retry', 'failed', 'unauthorised'] as const;

/** The value of the dimension `outcome` of an attempt to publish. */
export type PublishOutcome = (typeof PUBLISH_OUTCOMES)[number];

/** Platforms that messages are counted for. */
export const METRIC_PLATFORMS = ['sms', 'whatsapp'] as const;

export type MetricPlatform = (typeof METRIC_PLATFORMS)[number];

/** Result of a request to send a message, as in `SendResult`. */
export const SEND_OUTCOMES = ['accepted', 'rejected', 'deferred', 'unknown'] as const;

/** The value of the dimension `outcome` of a request to send a message. */
export type SendOutcome = (typeof SEND_OUTCOMES)[number];

/**
 * What became of a receipt: `recorded` changed a message, `known` did not, `kept` waits for its message, `impossible` contradicts the
 * state of its message, `missing` is about no message, `received` is a message from a contact, `ignored` concerns no workspace.
 */
export const RECEIPT_OUTCOMES = [
  'recorded',
  'known',
  'kept',
  'impossible',
  'missing',
  'received',
  'ignored',
] as const;

/** The value of the dimension `outcome` of a receipt. */
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number];

/** Every custom metric: the function that emits it, its unit, and its dimensions in addition to `service`. */
export const METRICS = {
  /** Attempts to deliver a webhook. */
  Attempts: { service: 'deliver-webhook', unit: 'Count', by: ['outcome'] },
  /** 1 for an attempt with a 2xx response, 0 for any other: the average is the success ratio. */
  Delivered: { service: 'deliver-webhook', unit: 'None', by: [] },
  /** Duration of an attempt's request. */
  AttemptDuration: { service: 'deliver-webhook', unit: 'Milliseconds', by: [] },
  /** Delay between the scheduled time of a first attempt for a healthy endpoint and its receipt from the queue. */
  Lateness: { service: 'deliver-webhook', unit: 'Seconds', by: [] },
  /** Attempts to publish to an account. */
  Publications: { service: 'publish-post', unit: 'Count', by: ['provider', 'outcome'] },
  /** 1 for an attempt that completed the post on the social network, 0 for any other. */
  Published: { service: 'publish-post', unit: 'None', by: [] },
  /** Requests to send a text message or a WhatsApp message. */
  Messages: { service: 'deliver-message', unit: 'Count', by: ['provider', 'outcome'] },
  /** 1 for a request that the provider accepted, 0 for any other; likewise for requests that it throttled, and without a result. */
  Accepted: { service: 'deliver-message', unit: 'None', by: [] },
  Throttled: { service: 'deliver-message', unit: 'None', by: [] },
  WithoutResult: { service: 'deliver-message', unit: 'None', by: [] },
  /** Dollars that broadcasts reserve for messages, minus the prices of messages that were certainly not sent. */
  BroadcastSpend: { service: 'send-broadcast-messages', unit: 'None', by: [] },
  /** Messages of broadcasts with a first result, and those that failed, at once or after their acceptance. `record-receipt` counts them too. */
  BroadcastResults: { service: 'send-broadcast-messages', unit: 'Count', by: [] },
  BroadcastFailures: { service: 'send-broadcast-messages', unit: 'Count', by: [] },
  /** Entries of receipts of AWS. */
  Receipts: { service: 'record-receipt', unit: 'Count', by: ['outcome'] },
} as const satisfies Record<string, MetricDescription>;

type MetricDescription = {
  readonly service: string;
  /** Counts are summed before they are written; all other units are written value by value. */
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds' | 'None';
  readonly by: readonly Exclude<Dimension, 'service'>[];
};

/** The name of a metric in CloudWatch. */
export type MetricName = keyof typeof METRICS;
