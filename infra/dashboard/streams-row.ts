import { Duration } from 'aws-cdk-lib';
import type { Stage } from '#infra/config.ts';
import { everyOne, graph } from './graph.ts';
import type { Row } from './graph.ts';

/** Consumers of the stream, and one-time and minute schedules. */
export function streamsRow(stage: Stage): Row {
  const ofGroups = { schema: 'AWS/Scheduler,ScheduleGroup', statistic: 'Sum' } as const;
  return {
    title: 'Stream and schedules',
    widgets: [
      graph('Age of the last record read, ms', [
        everyOne(stage, {
          schema: 'AWS/Lambda,FunctionName',
          metric: 'IteratorAge',
          statistic: 'Maximum',
          period: Duration.minutes(1),
        }),
      ]),
      graph('Schedules that fired', [everyOne(stage, { ...ofGroups, metric: 'InvocationAttemptCount' })]),
      graph('Schedules that failed', [
        everyOne(stage, { ...ofGroups, metric: 'TargetErrorCount' }),
        everyOne(stage, { ...ofGroups, metric: 'InvocationDroppedCount' }),
        everyOne(stage, { ...ofGroups, metric: 'InvocationsSentToDeadLetterCount' }),
      ]),
    ],
  };
}
