import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Stage } from '#infra/config.ts';
import { LOGS_OF_EVERY_FUNCTION } from '#infra/constructs/alarm-logs.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import { FAILED, metricsNamespace } from '#shared/platform/metrics.ts';

/**
 * Two alarms on the failures of each function. The query returns one time series for each function that failed, and the alarm evaluates
 * each of them by itself: busy operations cannot hide the failures of a quiet one, and the alarm names the functions that are in ALARM
 * state ("contributors"; Amazon CloudWatch User Guide, "Create a CloudWatch alarm based on a Metrics Insights query"). A new operation
 * needs no new alarm. Functions write the metric only when they fail, so a series that ends is healthy.
 */
export function alarmOnFailures(scope: Construct, stage: Stage): void {
  const failures = failuresByFunction(stage);
  new ImpactAlarm(scope, 'FailingFunctionAlarm', {
    impact:
      'A function fails repeatedly: clients of this operation get a 5xx response, or the messages of this consumer are retried. The ' +
      'alarm names the function as a contributor.',
    runbook: 'failing-function',
    logs: LOGS_OF_EVERY_FUNCTION,
    severity: 'warn',
    metric: failures,
    above: 2,
    during: { periods: 2, of: 3 },
  });
  new ImpactAlarm(scope, 'FunctionFailuresAlarm', {
    impact:
      'A function has failed more than a hundred times in five minutes: many clients of this operation get a 5xx response, or much of the ' +
      'work of this consumer waits. The alarm names the function as a contributor.',
    runbook: 'failing-function',
    logs: LOGS_OF_EVERY_FUNCTION,
    severity: 'page',
    metric: failures,
    above: 100,
    during: { periods: 2, of: 3 },
  });
}

/** The failures of each function that failed, in five minutes. */
export function failuresByFunction(stage: Stage): MathExpression {
  const { name, dimension } = FAILED;
  return new MathExpression({
    // Without ORDER BY, an alarm accepts only a query with one time series.
    expression:
      `SELECT SUM("${name}") FROM SCHEMA("${metricsNamespace(stage)}", ${dimension}) ` +
      `GROUP BY ${dimension} ORDER BY SUM() DESC`,
    label: 'failures',
    period: Duration.minutes(5),
  });
}
