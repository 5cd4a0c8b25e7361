import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import { metricsNamespace } from '#shared/platform/metrics.ts';

export type ApiWatched = {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly accessLogs: ILogGroup;
  /** The throttle of the stage. */
  readonly ratePerSecond: number;
};

const FIVE_MINUTES = { period: Duration.minutes(5), statistic: Stats.SUM };

/**
 * Alarms on the API as a whole. A function that crashes, is throttled or times out appears only here, as a 5xx of API Gateway. The
 * failures that a function notices itself have alarms for each function (`failure-alarms.ts`).
 */
export function alarmOnApi(scope: Construct, { stage, api, accessLogs, ratePerSecond }: ApiWatched): void {
  new ImpactAlarm(scope, 'ApiErrorsAlarm', {
    impact: 'More than 1 % of the API requests fail with a 5xx: clients get no usable response.',
    runbook: 'api-errors',
    severity: 'page',
    metric: new MathExpression({
      // Without any 5xx the metric has no data, which counts as healthy.
      expression: 'IF(failed > 2, 100 * failed / made, 0)',
      usingMetrics: { failed: api.metricServerError(FIVE_MINUTES), made: api.metricCount(FIVE_MINUTES) },
      label: '5xx, in percent',
      period: FIVE_MINUTES.period,
    }),
    above: 1,
    during: { periods: 2, of: 3 },
  });
  new ImpactAlarm(scope, 'ApiLatencyAlarm', {
    impact: 'The slowest 1 % of the API requests take longer than three seconds: clients wait, some give up.',
    runbook: 'api-latency',
    severity: 'warn',
    metric: api.metricLatency({ ...FIVE_MINUTES, statistic: Stats.percentile(99) }),
    above: 3000,
    during: { periods: 2, of: 3 },
  });
  new ImpactAlarm(scope, 'RequestFloodAlarm', {
    impact:
      'The API receives more than half of the requests that its throttle allows, for 15 minutes: at this rate a day costs hundreds of dollars, and clients soon get a 429.',
    runbook: 'request-flood',
    severity: 'warn',
    metric: api.metricCount(FIVE_MINUTES),
    above: (ratePerSecond * FIVE_MINUTES.period.toSeconds()) / 2,
    during: { periods: 3, of: 3 },
  });
  new ImpactAlarm(scope, 'RejectedRequestsAlarm', {
    impact:
      'More than a hundred API requests in five minutes are rejected with 429: requests of well-behaved clients may be among them.',
    runbook: 'throttles',
    severity: 'warn',
    metric: rejectedRequests(scope, stage, accessLogs),
    above: 100,
    during: { periods: 2, of: 3 },
  });
}

/** API Gateway has one metric for all 4xx, most of which are errors of the client. Only its access log has the status. */
function rejectedRequests(scope: Construct, stage: Stage, logGroup: ILogGroup): Metric {
  const filter = new MetricFilter(scope, 'RejectedRequests', {
    logGroup,
    metricNamespace: metricsNamespace(stage),
    metricName: 'RejectedRequests',
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricValue: '1',
  });
  return filter.metric(FIVE_MINUTES);
}
