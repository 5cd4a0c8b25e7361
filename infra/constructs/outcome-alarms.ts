import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { platformMetric } from './platform-metric.ts';
import type { Construct } from 'constructs';
import type { Stage } from '#infra/config.ts';

/** Below so many attempts in a quarter of an hour a ratio is chance, or one customer's broken server. */
const FEWEST_DELIVERIES = 100;
const FEWEST_PUBLICATIONS = 10;

const QUARTER = Duration.minutes(15);

/** Rings when webhooks fail or are late for many receivers at once, which is rarely the receivers. */
export function alarmOnDeliveries(scope: Construct, stage: Stage): void {
  new ImpactAlarm(scope, 'DeliverySuccessAlarm', {
    impact:
      'More than a tenth of the attempts to deliver webhooks fail: receivers see gaps until the retries get through.',
    runbook: 'delivery-success',
    severity: 'page',
    metric: failedPercent(stage, 'Delivered', FEWEST_DELIVERIES),
    above: 10,
  });
  new ImpactAlarm(scope, 'LatenessAlarm', {
    impact: 'One webhook in ten is taken from the queue more than a minute after its time.',
    runbook: 'queue-age',
    severity: 'page',
    metric: platformMetric(stage, 'Lateness', {}, { statistic: Stats.percentile(90) }),
    above: 60,
  });
}

/** Rings when networks refuse most posts. */
export function alarmOnPublications(scope: Construct, stage: Stage): void {
  new ImpactAlarm(scope, 'PublishFailuresAlarm', {
    impact: 'More than half of the attempts to publish posts fail: posts are late, or end as failed.',
    runbook: 'publish-failures',
    severity: 'page',
    metric: failedPercent(stage, 'Published', FEWEST_PUBLICATIONS),
    above: 50,
  });
}

/**
 * The share of zeros among the ones and zeros of a metric. Both figures come from one metric: a ratio of two would have no
 * value, and ring for nothing, in the very moment when no attempt succeeds any more.
 */
function failedPercent(stage: Stage, name: 'Delivered' | 'Published', fewest: number): MathExpression {
  const ok = platformMetric(stage, name, {}, { period: QUARTER });
  const made = platformMetric(stage, name, {}, { period: QUARTER, statistic: Stats.SAMPLE_COUNT });
  return new MathExpression({
    expression: `IF(made >= ${fewest}, 100 * (made - ok) / made, 0)`,
    usingMetrics: { ok, made },
    label: 'failed, in percent',
    period: QUARTER,
  });
}
