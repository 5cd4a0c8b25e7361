import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { MESSAGING_METRICS } from '#shared/messaging/metrics.ts';
import type { Metric as Emitted } from '#shared/platform/core/metric.ts';
import { alarmOnLogLines } from './log-alarms.ts';

const { receipts, throttled, withoutResult } = MESSAGING_METRICS;
const QUARTER = Duration.minutes(15);
const HOUR = Duration.hours(1);

/** With fewer messages than this, single messages would decide about an alarm. */
const MIN_MESSAGES = 20;

/** Alarms on text messages and WhatsApp messages that are not sent, or whose result is unknown. */
export function alarmOnMessages(
  sender: OperationFunction,
  { stage, config }: Pick<Deployment, 'stage' | 'config'>,
): void {
  new ImpactAlarm(sender, 'ThrottledMessagesAlarm', {
    impact:
      'Messages to contacts are sent late: AWS rejects more than half of the requests because there are too many.',
    runbook: 'message-throttling',
    severity: 'warn',
    metric: share(stage, throttled, QUARTER),
    above: 50,
    during: { periods: 2, of: 2 },
  });
  new ImpactAlarm(sender, 'UnknownMessagesAlarm', {
    impact:
      'More than 5 % of the messages to contacts have an unknown result: AWS did not answer the request. They are not sent again. A receipt can set their status later.',
    runbook: 'unknown-messages',
    severity: 'warn',
    metric: share(stage, withoutResult, QUARTER),
    above: 5,
  });
  new ImpactAlarm(sender, 'MissingReceiptsAlarm', {
    impact:
      'The status of messages stays `sent`: for three hours, fewer than half as many receipts were matched to messages as AWS has accepted messages.',
    runbook: 'missing-receipts',
    severity: 'warn',
    metric: new MathExpression({
      expression: `IF(accepted >= ${MIN_MESSAGES}, 100 * (1 - (FILL(recorded, 0) + FILL(known, 0)) / accepted), 0)`,
      usingMetrics: {
        accepted: platformMetric(stage, MESSAGING_METRICS.accepted, {}, { period: HOUR }),
        recorded: platformMetric(stage, receipts, { outcome: 'recorded' }, { period: HOUR }),
        // The carrier's acceptance of a text message says nothing new, but is a receipt.
        known: platformMetric(stage, receipts, { outcome: 'known' }, { period: HOUR }),
      },
      label: 'messages without a receipt, in percent',
      period: HOUR,
    }),
    above: 50,
    during: { periods: 3, of: 3 },
  });
  alarmOnLogLines(sender, stage, [
    {
      id: 'SpendLimitAlarm',
      impact:
        'Text messages wait and fail after 24 hours: AWS rejects them because the account has reached its monthly spend limit.',
      runbook: 'message-spend',
      severity: 'page',
      metric: 'SpendLimitReached',
      code: 'SPEND_LIMIT_REACHED',
    },
  ]);
  new ImpactAlarm(sender, 'SpendAlarm', {
    impact:
      'Text messages of this month have cost more than 80 % of the monthly budget of the stage. At the spend limit of the account, AWS stops them.',
    runbook: 'message-spend',
    severity: 'warn',
    // In dollars, of the whole account, because AWS limits the account. There is no data before the first text message of a month.
    metric: new Metric({
      namespace: 'AWS/SMSVoice',
      metricName: 'TextMessageMonthlySpend',
      statistic: Stats.MAXIMUM,
      period: HOUR,
    }),
    above: Math.floor(0.8 * config.monthlyBudget),
  });
}

/** The percentage of ones in a metric of ones and zeros. */
function share(stage: Stage, metric: Emitted, period: Duration): MathExpression {
  return new MathExpression({
    expression: `IF(made >= ${MIN_MESSAGES}, 100 * some / made, 0)`,
    usingMetrics: {
      some: platformMetric(stage, metric, {}, { period }),
      made: platformMetric(stage, metric, {}, { period, statistic: Stats.SAMPLE_COUNT }),
    },
    label: metric === throttled ? 'throttled, in percent' : 'without a result, in percent',
    period,
  });
}
