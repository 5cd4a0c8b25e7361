import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import type { Consumer, ScheduleSource } from '#shared/platform/queues/consumer.ts';
import { MinuteSchedule } from './minute-schedule.ts';

const MINUTE = Duration.minutes(1);
const SILENT_MINUTES = 10;

/** Invokes a function every minute, with alarms on failing runs and on a schedule that stopped. */
export function addSchedule(
  target: OperationFunction,
  deployment: Deployment,
  { name, stalledImpact: impact }: Consumer,
  { id, group, parts }: ScheduleSource,
): void {
  // The next run makes up for one that failed or could not start within its minute.
  target.lambda.configureAsyncInvoke({ maxEventAge: MINUTE, retryAttempts: 0 });
  new MinuteSchedule(target, id, deployment, {
    target,
    parts,
    groupName: `workspace-${deployment.stage}-${group}`,
    impact,
  });

  new ImpactAlarm(target, 'ErrorsAlarm', {
    impact: `${impact}: ${name} fails repeatedly. It catches up once its error is fixed.`,
    runbook: 'sweep-errors',
    severity: 'warn',
    // By the minute: the failures of all parts in one minute are one failure, and those of one part in many minutes are many.
    metric: target.lambda.metricErrors({ period: MINUTE, statistic: Stats.SUM }),
    above: 0,
    during: { periods: 3, of: 5 },
  });
  new ImpactAlarm(target, 'HeartbeatAlarm', {
    impact: `${impact}: ${silent(name, parts)}`,
    runbook: 'missed-ticks',
    severity: 'warn',
    metric: silence(target, parts),
    above: 0,
    treatMissingData: TreatMissingData.BREACHING,
  });
}

function silent(name: string, parts: number | undefined): string {
  return parts === undefined
    ? `${name} has not run for ten minutes. Its schedule is disabled or missing.`
    : `${name} has run less often than its ${parts} schedules ask for, for ten minutes. One of them is disabled or missing.`;
}

/**
 * 0 while a function runs, 1 or no data when it does not: Lambda emits no zeros. Ten minutes have ten runs of each part, and sometimes one less:
 * without half the runs of one part, a schedule is missing.
 */
function silence({ lambda }: OperationFunction, parts = 1): MathExpression {
  const period = Duration.minutes(SILENT_MINUTES);
  const needed = parts === 1 ? 0 : SILENT_MINUTES * (parts - 0.5);
  return new MathExpression({
    expression: `IF(runs > ${needed}, 0, 1)`,
    usingMetrics: { runs: lambda.metricInvocations({ period, statistic: Stats.SUM }) },
    label: 'has not run',
    period,
  });
}
