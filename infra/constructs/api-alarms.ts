import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';

const FIVE_MINUTES = { period: Duration.minutes(5), statistic: Stats.SUM };

/**
 * What every caller of the API can notice, whichever of the functions is at fault: a function that crashes, is throttled or runs
 * out of time is a 5xx here. So operations need no alarms of their own.
 */
export function alarmOnApi(scope: Construct, api: HttpApi): void {
  new ImpactAlarm(scope, 'ApiErrorsAlarm', {
    impact:
      'More than one call of the API in a hundred fails with a 5xx: clients get no answer they can use.',
    runbook: 'api-errors',
    severity: 'page',
    metric: new MathExpression({
      // Without a single 5xx there is no figure, and no figure is health.
      expression: 'IF(failed > 2, 100 * failed / made, 0)',
      usingMetrics: { failed: api.metricServerError(FIVE_MINUTES), made: api.metricCount(FIVE_MINUTES) },
      label: '5xx, in percent',
      period: FIVE_MINUTES.period,
    }),
    above: 1,
  });
  new ImpactAlarm(scope, 'ApiLatencyAlarm', {
    impact: 'One call of the API in a hundred takes longer than three seconds: clients wait, some give up.',
    runbook: 'api-latency',
    severity: 'warn',
    metric: api.metricLatency({ ...FIVE_MINUTES, statistic: Stats.percentile(99) }),
    above: 3000,
    during: { periods: 2, of: 3 },
  });
}
