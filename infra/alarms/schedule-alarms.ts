import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { linesWith } from '#infra/constructs/alarm-logs.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';

const FIVE_MINUTES = { period: Duration.minutes(5), statistic: Stats.SUM };

/** The function that finds what a schedule did not send, and the code of the line in which it says how much. */
export type Swept = { readonly sweep: string; readonly code: string };

/**
 * Alarms on schedules of a group that do not reach their target: immediately if Scheduler gives up on one, later if single attempts
 * fail. Scheduler writes no log, so its metrics are the only source. The sweeps find the work, so the severity is `warn`.
 */
export function alarmOnDrops(
  scope: Construct,
  group: ScheduleGroup,
  { impact, sweep, code }: { readonly impact: string } & Swept,
): void {
  const logs = { functions: [sweep], query: linesWith('code', code) };
  const shared = { runbook: 'scheduler-drops', severity: 'warn', above: 0, logs } as const;
  new ImpactAlarm(scope, 'DroppedAlarm', {
    ...shared,
    impact: `${impact}: EventBridge Scheduler gave up on schedules that fired.`,
    metric: group.metricDropped(FIVE_MINUTES),
  });
  new ImpactAlarm(scope, 'DeadLetteredAlarm', {
    ...shared,
    impact: `${impact}: EventBridge Scheduler sent messages to the dead-letter queue, where they wait for a redrive.`,
    metric: group.metricSentToDLQ(FIVE_MINUTES),
  });
  new ImpactAlarm(scope, 'TargetErrorsAlarm', {
    ...shared,
    impact: `${impact}: the target queue rejects messages of EventBridge Scheduler, which keeps retrying.`,
    metric: group.metricTargetErrors(FIVE_MINUTES),
    above: 5,
  });
}
