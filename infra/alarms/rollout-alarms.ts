import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Stage } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { countLogLines } from './log-lines.ts';

const MINUTE = Duration.minutes(1);
const FIVE_MINUTES = Duration.minutes(5);

/** Alarms on errors of the function itself, regardless of its receivers. They roll back the version that causes them. */
export function alarmOnVersion(
  consumer: OperationFunction,
  stage: Stage,
  alias: Alias,
  impact: string,
): readonly ImpactAlarm[] {
  const name = consumer.node.id;
  const shared = { runbook: 'failed-records', severity: 'warn' } as const;
  const rollbackNote = 'A rollout in progress is rolled back automatically.';
  // If single records of a batch fail, the invocation does not: only its log shows them.
  const lines = countLogLines(consumer, stage, {
    metric: 'ErrorLines',
    field: 'level',
    value: 'ERROR',
    period: MINUTE,
  });

  const failing = new ImpactAlarm(consumer, 'ErrorsAlarm', {
    ...shared,
    impact: `${impact}: ${name} crashes or times out. ${rollbackNote}`,
    metric: alias.metricErrors({ period: MINUTE, statistic: Stats.SUM }),
    above: 2,
  });
  const failedRecords = new ImpactAlarm(consumer, 'FailedRecordsAlarm', {
    ...shared,
    impact: `${impact}: ${name} fails on single records, which are retried. ${rollbackNote}`,
    metric: lines,
    above: 10,
  });
  // At night a minute has fewer records than that threshold, so the share decides.
  const share = new ImpactAlarm(consumer, 'FailedShareAlarm', {
    ...shared,
    impact: `${impact}: ${name} fails on at least one record in ten while traffic is low. ${rollbackNote}`,
    metric: new MathExpression({
      expression: 'IF(failed > 2, 100 * failed / runs, 0)',
      usingMetrics: {
        failed: lines.with({ period: FIVE_MINUTES }),
        runs: alias.metricInvocations({ period: FIVE_MINUTES, statistic: Stats.SUM }),
      },
      label: 'error lines per hundred invocations',
      period: FIVE_MINUTES,
    }),
    above: 10,
  });
  return [failing, failedRecords, share];
}
