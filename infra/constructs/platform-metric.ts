import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { METRICS } from '#shared/platform/runtime/metric-catalogue.ts';
import type { Dimension, MetricName } from '#shared/platform/runtime/metric-catalogue.ts';

/** Namespace of the metrics that the functions of a stage emit. */
export function metricsNamespace(stage: Stage): string {
  return `workspace-${stage}`;
}

/** A metric that a function emits. Throws for other dimensions than those it emits, for which CloudWatch would show no data. */
export function platformMetric(
  stage: Stage,
  name: MetricName,
  dimensions: Readonly<Partial<Record<Exclude<Dimension, 'service'>, string>>>,
  { statistic = Stats.SUM, period = Duration.minutes(5) }: { statistic?: string; period?: Duration } = {},
): Metric {
  const { service, by } = METRICS[name];
  const given = Object.keys(dimensions);
  if (by.length !== given.length || !by.every((one) => given.includes(one)))
    throw new Error(`${name} has the dimensions [${by.join(', ')}], not [${given.join(', ')}].`);
  return new Metric({
    namespace: metricsNamespace(stage),
    metricName: name,
    dimensionsMap: { service, ...dimensions },
    statistic,
    period,
  });
}
