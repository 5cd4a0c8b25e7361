import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';

const FIVE_MINUTES = { period: Duration.minutes(5), statistic: Stats.SUM };

/**
 * Rings when schedules of a group fire and do not reach their target: at once when one is given up, and later when single
 * tries fail. Scheduler writes no log, so its metrics are all there is. The sweeps find what was due, so it can wait for the morning.
 */
export function alarmOnDrops(scope: Construct, group: ScheduleGroup, impact: string): void {
  const shared = { runbook: 'scheduler-drops', severity: 'warn', above: 0 } as const;
  new ImpactAlarm(scope, 'DroppedAlarm', {
    ...shared,
    impact: `${impact}: EventBridge Scheduler gave up on schedules that were due.`,
    metric: group.metricDropped(FIVE_MINUTES),
  });
  new ImpactAlarm(scope, 'DeadLetteredAlarm', {
    ...shared,
    impact: `${impact}: EventBridge Scheduler laid messages among the dead letters, where they wait to be redriven.`,
    metric: group.metricSentToDLQ(FIVE_MINUTES),
  });
  new ImpactAlarm(scope, 'TargetErrorsAlarm', {
    ...shared,
    impact: `${impact}: their target refuses what EventBridge Scheduler sends. It goes on trying.`,
    metric: group.metricTargetErrors(FIVE_MINUTES),
    above: 5,
  });
}
