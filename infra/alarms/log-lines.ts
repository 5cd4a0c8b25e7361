import type { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Stage } from '#infra/config.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { metricsNamespace } from '#shared/platform/metrics.ts';

export type CountedLines = {
  /** Name of the metric, whose dimension is the function. */
  readonly metric: string;
  /** Lines are counted if this field has this value. */
  readonly field: 'level' | 'code';
  readonly value: string;
  readonly period: Duration;
};

/** Number of lines in a function's log whose field has a given value. */
export function countLogLines(
  { node, logGroup }: OperationFunction,
  stage: Stage,
  { metric, field, value, period }: CountedLines,
): Metric {
  const namespace = metricsNamespace(stage);
  new MetricFilter(logGroup, metric, {
    logGroup,
    metricNamespace: namespace,
    metricName: metric,
    filterPattern: FilterPattern.stringValue(`$.${field}`, '=', value),
    metricValue: '1',
    dimensions: { service: '$.service' },
  });
  return new Metric({
    namespace,
    metricName: metric,
    dimensionsMap: { service: node.id },
    period,
    statistic: Stats.SUM,
  });
}
