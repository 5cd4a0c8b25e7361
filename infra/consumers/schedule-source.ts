import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import type { Consumer, ScheduleSource } from '#shared/platform/queues/consumer.ts';
import { MinuteSchedule } from './minute-schedule.ts';

const MINUTE = Duration.minutes(1);

/** Invokes a function every minute, with alarms on failing runs and on a schedule that stopped. */
export function addSchedule(
  target: OperationFunction,
  deployment: Deployment,
  { name, stalledImpact: impact }: Consumer,
  { id, group }: ScheduleSource,
): void {
  // The next run makes up for one that failed or could not start within its minute.
  target.lambda.configureAsyncInvoke({ maxEventAge: MINUTE, retryAttempts: 0 });
  new MinuteSchedule(target, id, deployment, {
    target,
    groupName: `workspace-${deployment.stage}-${group}`,
    impact,
  });

  new ImpactAlarm(target, 'ErrorsAlarm', {
    impact: `${impact}: ${name} fails repeatedly. It catches up once its error is fixed.`,
    runbook: 'sweep-errors',
    severity: 'warn',
    metric: target.lambda.metricErrors({ period: Duration.minutes(5), statistic: Stats.SUM }),
    above: 2,
  });
  new ImpactAlarm(target, 'HeartbeatAlarm', {
    impact: `${impact}: ${name} has not run for ten minutes. Its schedule is disabled or missing.`,
    runbook: 'missed-ticks',
    severity: 'warn',
    metric: silence(target),
    above: 0,
    treatMissingData: TreatMissingData.BREACHING,
  });
}

/** 0 while a function runs, 1 or no data when it does not: Lambda emits no zeros. */
function silence({ lambda }: OperationFunction): MathExpression {
  const period = Duration.minutes(10);
  return new MathExpression({
    expression: 'IF(runs > 0, 0, 1)',
    usingMetrics: { runs: lambda.metricInvocations({ period, statistic: Stats.SUM }) },
    label: 'has not run',
    period,
  });
}
