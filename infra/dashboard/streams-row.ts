import { Duration } from 'aws-cdk-lib';
import { everyOne, graph } from './graph.ts';
import type { Row } from './graph.ts';
import type { Stage } from '#infra/config.ts';

/** What follows a write: the stream's consumers, timers, and the functions that look every minute for what got lost. */
export function streamsRow(stage: Stage): Row {
  const ofGroups = { schema: 'AWS/Scheduler,ScheduleGroup', statistic: 'Sum' } as const;
  return {
    title: 'Stream and timers',
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
      graph('Schedules that reached nothing', [
        everyOne(stage, { ...ofGroups, metric: 'TargetErrorCount' }),
        everyOne(stage, { ...ofGroups, metric: 'InvocationDroppedCount' }),
        everyOne(stage, { ...ofGroups, metric: 'InvocationsSentToDeadLetterCount' }),
      ]),
    ],
  };
}
