/**
 * What custom metrics may be kept by. Each combination of values is a metric of its own at $0.30 a month, so none of these
 * may grow with customers: ids of workspaces, endpoints or deliveries belong into log lines.
 */
export const DIMENSIONS = ['service', 'outcome', 'provider'] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** What became of an attempt to deliver a webhook; `blocked` ones the address guard refused, `parked` ones were put off by the circuit breaker, before any request. */
export const DELIVERY_OUTCOMES = ['success', 'retry', 'failed', 'blocked', 'parked'] as const;

export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** Social networks that publications are counted for. */
export const METRIC_PROVIDERS = ['mastodon', 'bluesky', 'sandbox'] as const;

export type MetricProvider = (typeof METRIC_PROVIDERS)[number];

/** What became of an attempt to publish on an account, in the words of `PublishResult`. */
export const PUBLISH_OUTCOMES = ['published', 'retry', 'failed', 'unauthorised'] as const;

export type PublishOutcome = (typeof PUBLISH_OUTCOMES)[number];

/** Every custom metric: the function that emits it, its unit, and the set of dimensions it is kept by beside `service`. */
export const METRICS = {
  /** Attempts to deliver a webhook. */
  Attempts: { service: 'deliver-webhook', unit: 'Count', by: ['outcome'] },
  /** 1 for an attempt that its receiver took, 0 for any other: the average is the success ratio. */
  Delivered: { service: 'deliver-webhook', unit: 'None', by: [] },
  /** How long the request of an attempt took. */
  AttemptDuration: { service: 'deliver-webhook', unit: 'Milliseconds', by: [] },
  /** How long after its time the first attempt for a sound endpoint was taken from the queue. */
  Lateness: { service: 'deliver-webhook', unit: 'Seconds', by: [] },
  /** Attempts to publish on an account. */
  Publications: { service: 'publish-post', unit: 'Count', by: ['provider', 'outcome'] },
  /** 1 for an attempt after which the network had the whole post, 0 for any other. */
  Published: { service: 'publish-post', unit: 'None', by: [] },
} as const satisfies Record<string, MetricDescription>;

type MetricDescription = {
  readonly service: string;
  /** Counts are added up before they are written, everything else is written value by value. */
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds' | 'None';
  readonly by: readonly Exclude<Dimension, 'service'>[];
};

export type MetricName = keyof typeof METRICS;
