import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { linesOf } from './log-lines.ts';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import type { Stage } from '#infra/config.ts';

const MINUTE = Duration.minutes(1);
const FIVE_MINUTES = Duration.minutes(5);

/** Alarms on what a function does wrong by itself, whatever its receivers do: they take back the version that does. */
export function alarmOnVersion(
  consumer: OperationFunction,
  stage: Stage,
  alias: Alias,
  impact: string,
): readonly ImpactAlarm[] {
  const name = consumer.node.id;
  const shared = { runbook: 'failed-records', severity: 'warn' } as const;
  const takenBack = 'A rollout under way is taken back by itself.';
  // A batch whose records fail one by one is no failed invocation: only its log tells.
  const lines = linesOf(consumer, stage, {
    metric: 'ErrorLines',
    field: 'level',
    value: 'ERROR',
    period: MINUTE,
  });

  const failing = new ImpactAlarm(consumer, 'ErrorsAlarm', {
    ...shared,
    impact: `${impact}: ${name} crashes or runs out of time. ${takenBack}`,
    metric: alias.metricErrors({ period: MINUTE, statistic: Stats.SUM }),
    above: 2,
  });
  const complaining = new ImpactAlarm(consumer, 'FailedRecordsAlarm', {
    ...shared,
    impact: `${impact}: ${name} fails on single records, which come again. ${takenBack}`,
    metric: lines,
    above: 10,
  });
  // At night all records of a minute are fewer than that: then it is the share that tells.
  const share = new ImpactAlarm(consumer, 'FailedShareAlarm', {
    ...shared,
    impact: `${impact}: ${name} fails on one record in ten or more of the few that there are. ${takenBack}`,
    metric: new MathExpression({
      expression: 'IF(failed > 2, 100 * failed / runs, 0)',
      usingMetrics: {
        failed: lines.with({ period: FIVE_MINUTES }),
        runs: alias.metricInvocations({ period: FIVE_MINUTES, statistic: Stats.SUM }),
      },
      label: 'error lines of a hundred invocations',
      period: FIVE_MINUTES,
    }),
    above: 10,
  });
  return [failing, complaining, share];
}
