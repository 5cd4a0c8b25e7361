import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { metricsNamespace } from './platform-metric.ts';
import type { Construct } from 'constructs';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Stage } from '#infra/config.ts';

export type ApiWatched = { readonly stage: Stage; readonly api: HttpApi; readonly accessLogs: ILogGroup };

const FIVE_MINUTES = { period: Duration.minutes(5), statistic: Stats.SUM };

/**
 * What every caller of the API can notice, whichever of the functions is at fault: a function that crashes, is throttled or runs
 * out of time is a 5xx here. So operations need no alarms of their own.
 */
export function alarmOnApi(scope: Construct, { stage, api, accessLogs }: ApiWatched): void {
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
    during: { periods: 2, of: 3 },
  });
  new ImpactAlarm(scope, 'ApiLatencyAlarm', {
    impact: 'One call of the API in a hundred takes longer than three seconds: clients wait, some give up.',
    runbook: 'api-latency',
    severity: 'warn',
    metric: api.metricLatency({ ...FIVE_MINUTES, statistic: Stats.percentile(99) }),
    above: 3000,
    during: { periods: 2, of: 3 },
  });
  new ImpactAlarm(scope, 'RefusedCallsAlarm', {
    impact:
      'More than a hundred calls of the API in five minutes are refused with 429: clients that do nothing wrong may be among them.',
    runbook: 'throttles',
    severity: 'warn',
    metric: refusedCalls(scope, stage, accessLogs),
    above: 100,
    during: { periods: 2, of: 3 },
  });
}

/** API Gateway has one figure for all 4xx, most of which are the caller's fault. Its access log tells them apart. */
function refusedCalls(scope: Construct, stage: Stage, logGroup: ILogGroup): Metric {
  const filter = new MetricFilter(scope, 'RefusedCalls', {
    logGroup,
    metricNamespace: metricsNamespace(stage),
    metricName: 'RefusedCalls',
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricValue: '1',
  });
  return filter.metric(FIVE_MINUTES);
}
