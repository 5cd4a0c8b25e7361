import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { platformMetric } from './platform-metric.ts';
import type { Construct } from 'constructs';
import type { LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { Stage } from '#infra/config.ts';

/** Below so many attempts in a period a share is chance. */
const FEWEST_DELIVERIES = 100;
const FEWEST_BLOCKED = 20;
const FEWEST_PUBLICATIONS = 10;
const FEWEST_TAKEN = 50;

const FIVE_MINUTES = Duration.minutes(5);
const QUARTER = Duration.minutes(15);

/**
 * Rings when webhooks fail or are late. One customer's server can be a tenth of all attempts: it goes on being asked while it
 * answers with errors, since only endpoints that give no answer are put off. Half of them are rarely one server.
 */
export function alarmOnDeliveries(
  scope: Construct,
  stage: Stage,
  rollout: LambdaDeploymentGroup | undefined,
): void {
  new ImpactAlarm(scope, 'DeliverySuccessAlarm', {
    impact:
      'More than a tenth of the attempts to deliver webhooks fail: receivers see gaps until the retries get through.',
    runbook: 'delivery-success',
    severity: 'warn',
    metric: failedPercent(stage, 'Delivered', FEWEST_DELIVERIES, QUARTER),
    above: 10,
  });
  const failing = new ImpactAlarm(scope, 'DeliveryFailureAlarm', {
    impact:
      'More than half of the attempts to deliver webhooks fail: most receivers get nothing. A rollout under way is taken back by itself.',
    runbook: 'delivery-success',
    severity: 'page',
    metric: failedPercent(stage, 'Delivered', FEWEST_DELIVERIES, FIVE_MINUTES),
    above: 50,
  });
  // The one sign of a version whose signatures nobody takes: to itself it looks well.
  rollout?.addAlarm(failing);
  new ImpactAlarm(scope, 'BlockedAlarm', {
    impact:
      'More than a quarter of the webhooks fail for good, without a retry: their hosts are taken for private ones, which are refused.',
    runbook: 'delivery-success',
    severity: 'page',
    metric: blockedPercent(stage),
    above: 25,
  });
  new ImpactAlarm(scope, 'LatenessAlarm', {
    impact: 'One webhook in ten is taken from the queue more than a minute after its event.',
    runbook: 'queue-age',
    severity: 'page',
    metric: new MathExpression({
      expression: `IF(taken >= ${FEWEST_TAKEN}, late, 0)`,
      usingMetrics: {
        late: platformMetric(stage, 'Lateness', {}, { statistic: Stats.percentile(90) }),
        taken: platformMetric(stage, 'Lateness', {}, { statistic: Stats.SAMPLE_COUNT }),
      },
      label: 'p90 of lateness, in seconds',
      period: FIVE_MINUTES,
    }),
    above: 60,
    during: { periods: 2, of: 3 },
  });
}

/** Rings when networks refuse most posts. */
export function alarmOnPublications(scope: Construct, stage: Stage): void {
  new ImpactAlarm(scope, 'PublishFailuresAlarm', {
    impact: 'More than half of the attempts to publish posts fail: posts are late, or end as failed.',
    runbook: 'publish-failures',
    severity: 'page',
    metric: failedPercent(stage, 'Published', FEWEST_PUBLICATIONS, QUARTER),
    above: 50,
  });
}

/**
 * The share of zeros among the ones and zeros of a metric. Both figures come from one metric: a ratio of two would have no
 * value, and ring for nothing, in the very moment when no attempt succeeds any more.
 */
function failedPercent(
  stage: Stage,
  name: 'Delivered' | 'Published',
  fewest: number,
  period: Duration,
): MathExpression {
  const ok = platformMetric(stage, name, {}, { period });
  const made = platformMetric(stage, name, {}, { period, statistic: Stats.SAMPLE_COUNT });
  return new MathExpression({
    expression: `IF(made >= ${fewest}, 100 * (made - ok) / made, 0)`,
    usingMetrics: { ok, made },
    label: 'failed, in percent',
    period,
  });
}

/** Every blocked attempt is among those made, so this has a value whenever one is blocked. Without one there is none: health. */
function blockedPercent(stage: Stage): MathExpression {
  return new MathExpression({
    expression: `IF(blocked >= ${FEWEST_BLOCKED}, 100 * blocked / made, 0)`,
    usingMetrics: {
      blocked: platformMetric(stage, 'Attempts', { outcome: 'blocked' }, { period: QUARTER }),
      made: platformMetric(stage, 'Delivered', {}, { period: QUARTER, statistic: Stats.SAMPLE_COUNT }),
    },
    label: 'blocked, in percent',
    period: QUARTER,
  });
}
