import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { DELIVERY_OUTCOMES } from '#shared/platform/runtime/metric-catalogue.ts';
import { graph } from './graph.ts';
import type { Row } from './graph.ts';

/** Outcome and duration of delivery attempts. */
export function deliveriesRow(stage: Stage): Row {
  const delivered = platformMetric(stage, 'Delivered', {}, { statistic: Stats.AVERAGE });
  return {
    title: 'Deliveries',
    widgets: [
      graph(
        'Attempts',
        DELIVERY_OUTCOMES.map((outcome) =>
          platformMetric(stage, 'Attempts', { outcome }).with({ label: outcome }),
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
      graph('Duration of a request, ms', percentiles(stage, 'AttemptDuration')),
      graph('Lateness of first attempts, s', percentiles(stage, 'Lateness')),
    ],
  };
}

function percentiles(stage: Stage, name: 'AttemptDuration' | 'Lateness') {
  return [50, 90, 99].map((p) =>
    platformMetric(stage, name, {}, { statistic: Stats.percentile(p) }).with({ label: `p${p}` }),
  );
}
