import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import type { Metric } from '#shared/platform/core/metric.ts';
import { DELIVERY_OUTCOMES, WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';
import { graph } from './graph.ts';
import type { Row } from './graph.ts';

/** Outcome and duration of delivery attempts. */
export function deliveriesRow(stage: Stage): Row {
  const delivered = platformMetric(stage, WEBHOOKS_METRICS.delivered, {}, { statistic: Stats.AVERAGE });
  return {
    title: 'Deliveries',
    widgets: [
      graph(
        'Attempts',
        DELIVERY_OUTCOMES.map((outcome) =>
          platformMetric(stage, WEBHOOKS_METRICS.attempts, { outcome }).with({ label: outcome }),
        ),
        {
          stacked: true,
          right: [
            new MathExpression({
              expression: '100 * delivered',
              usingMetrics: { delivered },
              label: 'successful, in percent',
            }),
          ],
          rightYAxis: { min: 0, max: 100 },
        },
      ),
      graph('Duration of a request, ms', percentiles(stage, WEBHOOKS_METRICS.attemptDuration)),
      graph('Lateness of first attempts, s', percentiles(stage, WEBHOOKS_METRICS.lateness)),
    ],
  };
}

function percentiles(stage: Stage, metric: Metric) {
  return [50, 90, 99].map((p) =>
    platformMetric(stage, metric, {}, { statistic: Stats.percentile(p) }).with({ label: `p${p}` }),
  );
}
