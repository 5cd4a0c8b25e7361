import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { graph } from './graph.ts';
import type { Row } from './graph.ts';

const HOUR = Duration.hours(1);

/** Messages of broadcasts that the platform sends: what came of them, and what they cost. */
export function broadcastsRow(stage: Stage): Row {
  const results = platformMetric(stage, 'BroadcastResults', {}).with({ label: 'first results' });
  const failed = platformMetric(stage, 'BroadcastFailures', {}).with({ label: 'failed' });
  return {
    title: 'Messages of broadcasts',
    widgets: [
      graph('First results and failures', [results, failed]),
      graph('Share of failures within an hour, in percent', [
        new MathExpression({
          expression: '100 * FILL(failed, 0) / MAX([FILL(results, 0), FILL(failed, 0)])',
          usingMetrics: {
            results: platformMetric(stage, 'BroadcastResults', {}, { period: HOUR }),
            failed: platformMetric(stage, 'BroadcastFailures', {}, { period: HOUR }),
          },
          label: 'failed',
          period: HOUR,
        }),
      ]),
      graph('Dollars reserved within an hour', [
        platformMetric(stage, 'BroadcastSpend', {}, { period: HOUR }).with({ label: 'dollars' }),
      ]),
    ],
  };
}
