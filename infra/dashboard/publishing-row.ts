import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { metricsNamespace } from '#shared/platform/metrics.ts';
import { PUBLISH_OUTCOMES, PUBLISHING_METRICS } from '#shared/publishing/metrics.ts';
import { graph } from './graph.ts';
import type { Row } from './graph.ts';

/** Scheduled posts and broadcasts. */
export function publishingRow(stage: Stage): Row {
  return {
    title: 'Posts and broadcasts',
    widgets: [
      graph(
        'Attempts to publish, by network and outcome',
        PUBLISH_OUTCOMES.map(
          (outcome) =>
            new MathExpression({
              expression: `SEARCH('{"${metricsNamespace(stage)}",service,provider,outcome} MetricName="Publications" outcome="${outcome}"', 'Sum', 300)`,
              usingMetrics: {},
              label: `\${PROP('Dim.provider')} ${outcome}`,
            }),
        ),
        { stacked: true },
      ),
      graph('Share of successful attempts', [
        platformMetric(stage, PUBLISHING_METRICS.published, {}, { statistic: Stats.AVERAGE }).with({
          label: 'published',
        }),
      ]),
      graph(
        'Scheduled jobs handled',
        ['publish-post', 'remove-publications', 'run-broadcast', 'recompute-posts', 'reach-dates'].map(
          (name) => invocationMetric(stage, name),
        ),
      ),
    ],
  };
}

function invocationMetric(stage: Stage, operation: string): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Invocations',
    dimensionsMap: { FunctionName: `workspace-${stage}-${operation}` },
    statistic: Stats.SUM,
    label: operation,
  });
}
