import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import type { Dimension, Metric as Emitted } from '#shared/platform/core/metric.ts';
import { metricsNamespace } from '#shared/platform/metrics.ts';

/** A metric that a function emits. Throws for other dimensions than those it emits, for which CloudWatch would show no data. */
export function platformMetric(
  stage: Stage,
  { name, service, by }: Emitted,
  dimensions: Readonly<Partial<Record<Dimension, string>>>,
  { statistic = Stats.SUM, period = Duration.minutes(5) }: { statistic?: string; period?: Duration } = {},
): Metric {
  const [needed, given] = [Object.keys(by), Object.keys(dimensions)];
  if (needed.length !== given.length || !needed.every((one) => given.includes(one)))
    throw new Error(`${name} has the dimensions [${needed.join(', ')}], not [${given.join(', ')}].`);
  return new Metric({
    namespace: metricsNamespace(stage),
    metricName: name,
    dimensionsMap: { service, ...dimensions },
    statistic,
    period,
  });
}
