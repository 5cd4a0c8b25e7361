import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { BROADCASTS_METRICS } from '#shared/broadcasts/metrics.ts';
import { graph } from './graph.ts';
import type { Row } from './graph.ts';

const HOUR = Duration.hours(1);

/** Messages of broadcasts that the platform sends: what came of them, and what they cost. */
export function broadcastsRow(stage: Stage): Row {
  const results = platformMetric(stage, BROADCASTS_METRICS.results, {}).with({ label: 'first results' });
  const failed = platformMetric(stage, BROADCASTS_METRICS.failures, {}).with({ label: 'failed' });
  return {
    title: 'Messages of broadcasts',
    widgets: [
      graph('First results and failures', [results, failed]),
      graph('Share of failures within an hour, in percent', [
        new MathExpression({
          expression: '100 * FILL(failed, 0) / MAX([FILL(results, 0), FILL(failed, 0)])',
          usingMetrics: {
            results: platformMetric(stage, BROADCASTS_METRICS.results, {}, { period: HOUR }),
            failed: platformMetric(stage, BROADCASTS_METRICS.failures, {}, { period: HOUR }),
          },
          label: 'failed',
          period: HOUR,
        }),
      ]),
      graph('Dollars reserved within an hour', [
        platformMetric(stage, BROADCASTS_METRICS.spend, {}, { period: HOUR }).with({ label: 'dollars' }),
      ]),
    ],
  };
}
