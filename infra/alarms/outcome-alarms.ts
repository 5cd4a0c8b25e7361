import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { Construct } from 'constructs';
import type { Stage } from '#infra/config.ts';
import type { AlarmLogs } from '#infra/constructs/alarm-logs.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import type { Metric } from '#shared/platform/core/metric.ts';
import { PUBLISHING_METRICS } from '#shared/publishing/metrics.ts';
import { WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';

const { attempts, delivered, lateness } = WEBHOOKS_METRICS;

/** With fewer attempts in a period, a percentage is not significant. */
const MIN_DELIVERIES = 100;
const MIN_BLOCKED = 20;
const MIN_PUBLICATIONS = 10;
const MIN_FIRST_ATTEMPTS = 50;

const ATTEMPTS: AlarmLogs = {
  functions: ['deliver-webhook'],
  query:
    'filter code = "ATTEMPT_MADE"\n| stats count() as attempts, pct(duration_ms, 90) as p90 by outcome, error\n| sort attempts desc',
};

const PUBLICATIONS: AlarmLogs = {
  functions: ['publish-post'],
  query:
    'filter code = "PUBLICATION_ATTEMPTED"\n| stats count() as attempts by provider, result, reason\n| sort attempts desc',
};

const FIVE_MINUTES = Duration.minutes(5);
const QUARTER = Duration.minutes(15);

/**
 * Alarms on webhooks that fail or are late. One customer's server can be a tenth of all attempts: it keeps receiving requests while
 * it responds with errors, because only unresponsive endpoints are deferred. Half of all attempts are rarely one server.
 */
export function alarmOnDeliveries(
  scope: Construct,
  stage: Stage,
  rollout: LambdaDeploymentGroup | undefined,
): void {
  new ImpactAlarm(scope, 'DeliverySuccessAlarm', {
    impact:
      'More than 10 % of the attempts to deliver webhooks fail: receivers miss events until the retries succeed.',
    runbook: 'delivery-success',
    logs: ATTEMPTS,
    severity: 'warn',
    metric: failedPercent(stage, delivered, MIN_DELIVERIES, QUARTER),
    above: 10,
  });
  const failing = new ImpactAlarm(scope, 'DeliveryFailureAlarm', {
    impact:
      'More than half of the attempts to deliver webhooks fail: most receivers get nothing. A rollout in progress is rolled back automatically.',
    runbook: 'delivery-success',
    logs: ATTEMPTS,
    severity: 'page',
    metric: failedPercent(stage, delivered, MIN_DELIVERIES, FIVE_MINUTES),
    above: 50,
  });
  // The only sign of a version with invalid signatures, which logs no errors itself.
  rollout?.addAlarm(failing);
  new ImpactAlarm(scope, 'BlockedAlarm', {
    impact:
      'More than a quarter of the webhooks fail permanently, without a retry: their hosts resolve to addresses that are rejected as private.',
    runbook: 'delivery-success',
    logs: ATTEMPTS,
    severity: 'page',
    metric: blockedPercent(stage),
    above: 25,
  });
  new ImpactAlarm(scope, 'LatenessAlarm', {
    impact: 'One webhook in ten is received from the queue more than a minute after its event.',
    runbook: 'queue-age',
    logs: ATTEMPTS,
    severity: 'page',
    metric: new MathExpression({
      expression: `IF(attempts >= ${MIN_FIRST_ATTEMPTS}, late, 0)`,
      usingMetrics: {
        late: platformMetric(stage, lateness, {}, { statistic: Stats.percentile(90) }),
        attempts: platformMetric(stage, lateness, {}, { statistic: Stats.SAMPLE_COUNT }),
      },
      label: 'p90 of lateness, in seconds',
      period: FIVE_MINUTES,
    }),
    above: 60,
    during: { periods: 2, of: 3 },
  });
}

/** Alarm on social networks that reject most posts. */
export function alarmOnPublications(scope: Construct, stage: Stage): void {
  new ImpactAlarm(scope, 'PublishFailuresAlarm', {
    impact: 'More than half of the attempts to publish posts fail: posts are late or fail permanently.',
    runbook: 'publish-failures',
    logs: PUBLICATIONS,
    severity: 'page',
    metric: failedPercent(stage, PUBLISHING_METRICS.published, MIN_PUBLICATIONS, QUARTER),
    above: 50,
  });
}

/**
 * The percentage of zeros in a metric of ones and zeros. Both values come from one metric: a ratio of two metrics would have no
 * data, and therefore not fire, exactly when no attempt succeeds any more.
 */
function failedPercent(stage: Stage, metric: Metric, minimum: number, period: Duration): MathExpression {
  const ok = platformMetric(stage, metric, {}, { period });
  const made = platformMetric(stage, metric, {}, { period, statistic: Stats.SAMPLE_COUNT });
  return new MathExpression({
    expression: `IF(made >= ${minimum}, 100 * (made - ok) / made, 0)`,
    usingMetrics: { ok, made },
    label: 'failed, in percent',
    period,
  });
}

/** Every blocked attempt also counts as made, so this has data whenever one is blocked. No data counts as healthy. */
function blockedPercent(stage: Stage): MathExpression {
  return new MathExpression({
    expression: `IF(blocked >= ${MIN_BLOCKED}, 100 * blocked / made, 0)`,
    usingMetrics: {
      blocked: platformMetric(stage, attempts, { outcome: 'blocked' }, { period: QUARTER }),
      made: platformMetric(stage, delivered, {}, { period: QUARTER, statistic: Stats.SAMPLE_COUNT }),
    },
    label: 'blocked, in percent',
    period: QUARTER,
  });
}
