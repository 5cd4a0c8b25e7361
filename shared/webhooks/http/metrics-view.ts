import * as v from 'valibot';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { count, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { FailureClass, TallySummary } from '#shared/webhooks/domain/attempt-tally.ts';
import {
  MAX_STEPS,
  METRIC_STEPS,
  type MetricRange,
  type MetricRow,
  STEP_RULES,
} from '#shared/webhooks/domain/metric-range.ts';

/** Query of metrics (docs/specification/webhooks.md#metrics). The range is checked against the current time. */
export const metricsQuery = strictFields({
  from: v.optional(
    withDescription(
      instantField,
      'Beginning of the time range, rounded down to a step. Default: 24 hours before `to` for `5m`, 7 days for `1h`, 30 days for `1d`',
    ),
  ),
  to: v.optional(
    withDescription(instantField, 'End of the time range, rounded up to a step. Default: the current time'),
  ),
  step: v.optional(
    withDescription(
      v.picklist(METRIC_STEPS),
      'Length of a step. Steps begin at multiples of five minutes, at full hours, or at midnight in UTC. A response has at most ' +
        `${MAX_STEPS} steps. \`5m\` can be read for ${STEP_RULES['5m'].keptDays} days, \`1h\` and \`1d\` for ${STEP_RULES['1d'].keptDays} days`,
    ),
    '1h',
  ),
});

function someOf(description: string) {
  return v.optional(withDescription(count, description));
}

const failureCounts = {
  http_4xx: someOf('Responses with a 4xx status other than 429'),
  http_429: someOf('Responses with the status 429'),
  http_5xx: someOf('Responses with a 5xx status'),
  http_other: someOf('Responses with another status that is neither 2xx nor 3xx'),
  redirect: someOf('Responses with a 3xx status'),
  timeout: someOf('No response in time'),
  connect_timeout: someOf('No connection in time'),
  network_error: someOf(
    'No connection, or a connection that closed before a response. Includes DNS and TLS errors',
  ),
  blocked_address: someOf('The host resolved to an address that is not public'),
  cancelled: someOf(
    'Attempts that the platform aborted for a reason that has nothing to do with the receiver',
  ),
} satisfies Record<FailureClass, unknown>;

const milliseconds = v.nullable(count);

const counted = {
  attempts: withDescription(count, 'Attempts that started in this time'),
  successes: withDescription(count, 'Attempts with a 2xx response'),
  failures: withDescription(
    v.object(failureCounts),
    'Number of failed attempts by their result. Results that did not occur are omitted',
  ),
  p50_ms: withDescription(
    milliseconds,
    'The approximate time in milliseconds in which half of the attempts ended: within 19 % of the exact value between 4 ms and 8.2 s. Null if no request was sent',
  ),
  p95_ms: withDescription(
    milliseconds,
    'The approximate time in milliseconds in which 95 % of the attempts ended, with the accuracy of `p50_ms`. Null if no request was sent',
  ),
};

/** Metrics of one endpoint or of several. */
export const metricsSchema = withDescription(
  withTitle(
    'Metrics',
    v.object({
      step: withDescription(v.picklist(METRIC_STEPS), 'Length of a step'),
      from: withDescription(timestamp, 'Start of the first step'),
      to: withDescription(timestamp, 'End of the last step'),
      ...counted,
      waiting: withDescription(
        v.object({
          deliveries: withDescription(count, 'Number of deliveries'),
          is_minimum: withDescription(
            v.boolean(),
            'True if more deliveries than `deliveries` may wait, which is possible from about 5,000 on',
          ),
        }),
        'Deliveries that wait now for another attempt, whatever the time range. A delivery whose first attempt has not ended is ' +
          'usually not included. The number can be some seconds old',
      ),
      steps: withDescription(
        v.array(v.object({ start: withDescription(timestamp, 'Start of the step'), ...counted })),
        'All steps of the time range, oldest first, also those without attempts',
      ),
    }),
  ),
  'Counted attempts of a time range',
);

type Waiting = { readonly count: number; readonly isMinimum: boolean };

/** The representation of metrics. */
export function metricsView(
  { step, from, to }: MetricRange,
  { rows, total }: { readonly rows: readonly MetricRow[]; readonly total: TallySummary },
  waiting: Waiting,
): v.InferInput<typeof metricsSchema> {
  return {
    step,
    from: from.toISOString(),
    to: to.toISOString(),
    ...summaryView(total),
    waiting: { deliveries: waiting.count, is_minimum: waiting.isMinimum },
    steps: rows.map(({ start, ...row }) => ({ start: start.toISOString(), ...summaryView(row) })),
  };
}

function summaryView({ attempts, successes, failures, p50, p95 }: TallySummary) {
  return { attempts, successes, failures, p50_ms: p50, p95_ms: p95 };
}
