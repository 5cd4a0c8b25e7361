import { Duration } from 'aws-cdk-lib';
import type { Stage } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { countLogLines } from './log-lines.ts';

/** Fires if a function cannot send visits to their queue: more than fifty in five minutes. Visitors notice nothing. */
export function alarmOnLostVisits(visited: OperationFunction, stage: Stage): void {
  new ImpactAlarm(visited, 'LostVisitsAlarm', {
    impact: `Visits are missing in the analytics of pages: ${visited.node.id} cannot send them to the visit queue. They cannot be counted later.`,
    runbook: 'lost-visits',
    severity: 'warn',
    metric: countLogLines(visited, stage, {
      metric: 'LostVisits',
      field: 'code',
      value: 'VISIT_NOT_COUNTED',
      period: Duration.minutes(5),
    }),
    above: 50,
    during: { periods: 2, of: 3 },
  });
}
