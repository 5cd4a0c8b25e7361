import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { broadcastDollarsPerHour } from '#infra/settings/messaging.ts';
import { BROADCASTS_METRICS } from '#shared/broadcasts/metrics.ts';

const HOUR = Duration.hours(1);

/** With fewer messages in an hour, single failures would fire the alarm. */
const MIN_RESULTS = 100;

const MAX_FAILED_PERCENT = 20;

/** Alarms on broadcasts that cost too much, or whose messages fail. */
export function alarmOnBroadcasts(
  sender: OperationFunction,
  { stage, config }: Pick<Deployment, 'stage' | 'config'>,
): void {
  const dollars = broadcastDollarsPerHour(config);
  new ImpactAlarm(sender, 'BroadcastSpendAlarm', {
    impact: `Broadcasts have reserved more than ${dollars} dollars for messages within an hour. AWS bills these messages, even if a broadcast was sent by mistake.`,
    runbook: 'broadcast-spend',
    severity: 'page',
    metric: platformMetric(stage, BROADCASTS_METRICS.spend, {}, { period: HOUR }),
    above: dollars,
  });
  new ImpactAlarm(sender, 'BroadcastFailuresAlarm', {
    impact: `More than ${MAX_FAILED_PERCENT} % of the messages of broadcasts fail. Their recipients get nothing, and carriers block numbers whose messages many phones reject.`,
    runbook: 'broadcast-failures',
    severity: 'warn',
    metric: failedPercent(stage),
    above: MAX_FAILED_PERCENT,
  });
}

/**
 * Receipts report some failures long after the acceptance, so an hour can have more failures than first results. The larger of both numbers is
 * therefore 100 %.
 */
function failedPercent(stage: Stage): MathExpression {
  const all = 'MAX([FILL(results, 0), FILL(failed, 0)])';
  return new MathExpression({
    expression: `IF(${all} >= ${MIN_RESULTS}, 100 * FILL(failed, 0) / ${all}, 0)`,
    usingMetrics: {
      results: platformMetric(stage, BROADCASTS_METRICS.results, {}, { period: HOUR }),
      failed: platformMetric(stage, BROADCASTS_METRICS.failures, {}, { period: HOUR }),
    },
    label: 'failed messages of broadcasts, in percent',
    period: HOUR,
  });
}
