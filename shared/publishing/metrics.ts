import type { Metric } from '#shared/platform/core/metric.ts';
import { PROVIDERS } from './domain/account.ts';

/** Outcome of an attempt to publish to an account, as in `PublishResult`. */
export const PUBLISH_OUTCOMES = ['published', 'retry', 'failed', 'unauthorised'] as const;

const service = 'publish-post';

export const PUBLISHING_METRICS = {
  /** Attempts to publish to an account. */
  publications: {
    name: 'Publications',
    service,
    unit: 'Count',
    by: { provider: PROVIDERS, outcome: PUBLISH_OUTCOMES },
  },
  /** 1 for an attempt that completed the post on the social network, 0 for any other. */
  published: { name: 'Published', service, unit: 'None', by: {} },
} as const satisfies Record<string, Metric>;
