import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '#infra/config.ts';
import type { AlarmLogs } from '#infra/constructs/alarm-logs.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { ApiName } from '#infra/settings/api-routes.ts';
import { metricsNamespace } from '#shared/platform/metrics.ts';

export type ApiWatched = {
  readonly stage: Stage;
  readonly name: ApiName;
  readonly api: HttpApi;
  readonly accessLogs: ILogGroup;
  /** The throttle of the stage. */
  readonly ratePerSecond: number;
};

/** What the alarms of an API are called, and what its clients notice. */
type Wording = {
  readonly prefix: string;
  readonly rejected: string;
  readonly failing: string;
  readonly slow: string;
  readonly flooded: string;
  readonly limited: string;
};

const WORDINGS: Readonly<Record<ApiName, Wording>> = {
  api: {
    prefix: 'Api',
    rejected: 'RejectedRequests',
    failing: 'More than 1 % of the API requests fail with a 5xx: clients get no usable response.',
    slow: 'The slowest 1 % of the API requests take longer than three seconds: clients wait, some give up.',
    flooded:
      'The API receives more than half of the requests that its throttle allows, for 15 minutes: in prod, a day at this rate costs hundreds of dollars, and clients soon get a 429.',
    limited:
      'More than a hundred API requests in five minutes are rejected with 429: requests of well-behaved clients may be among them.',
  },
  pages: {
    prefix: 'Pages',
    rejected: 'RejectedPageRequests',
    failing: 'More than 1 % of the requests for pages fail with a 5xx: visitors see no page.',
    slow: 'The slowest 1 % of the requests for pages take longer than three seconds: visitors wait, some leave.',
    flooded:
      'Pages receive more than half of the requests that their throttle allows, for 15 minutes: in prod, a day at this rate costs more than a hundred dollars, and visitors soon get a 429. The API has a throttle of its own.',
    limited:
      'More than a hundred requests for pages in five minutes are rejected with 429: requests of visitors may be among them.',
  },
};

const REQUESTS = 'stats count() as requests by route, status\n| sort requests desc';
const SLOW_REQUESTS = 'stats count() as requests, pct(responseMs, 99) as p99 by route\n| sort p99 desc';
const REJECTED_REQUESTS = 'filter status = 429\n| stats count() as rejected by route\n| sort rejected desc';

const FIVE_MINUTES = { period: Duration.minutes(5), statistic: Stats.SUM };

/**
 * Alarms on an API as a whole. A function that crashes, is throttled or times out appears only here, as a 5xx of API Gateway. The
 * failures that a function notices itself have alarms for each function (`failure-alarms.ts`).
 */
export function alarmOnApi(scope: Construct, watched: ApiWatched): void {
  const { name, api, ratePerSecond } = watched;
  const { prefix, rejected, failing, slow, flooded, limited } = WORDINGS[name];
  new ImpactAlarm(scope, `${prefix}ErrorsAlarm`, {
    impact: failing,
    runbook: 'api-errors',
    logs: { accessLogs: [name], everyFunction: true },
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
  new ImpactAlarm(scope, `${prefix}LatencyAlarm`, {
    impact: slow,
    runbook: 'api-latency',
    logs: requestsBy(name, SLOW_REQUESTS),
    severity: 'warn',
    metric: api.metricLatency({ ...FIVE_MINUTES, statistic: Stats.percentile(99) }),
    above: 3000,
    during: { periods: 2, of: 3 },
  });
  new ImpactAlarm(scope, `${name === 'api' ? 'Request' : 'PageRequest'}FloodAlarm`, {
    impact: flooded,
    runbook: 'request-flood',
    logs: requestsBy(name, REQUESTS),
    severity: 'warn',
    metric: api.metricCount(FIVE_MINUTES),
    above: (ratePerSecond * FIVE_MINUTES.period.toSeconds()) / 2,
    during: { periods: 3, of: 3 },
  });
  countRejected(scope, watched);
  new ImpactAlarm(scope, `${rejected}Alarm`, {
    impact: limited,
    runbook: 'throttles',
    logs: requestsBy(name, REJECTED_REQUESTS),
    severity: 'warn',
    metric: rejectedRequests(watched.stage, name),
    above: 100,
    during: { periods: 2, of: 3 },
  });
}

function requestsBy(name: ApiName, query: string): AlarmLogs {
  return { accessLogs: [name], everyFunction: false, query };
}

/** API Gateway has one metric for all 4xx, most of which are errors of the client. Only its access log has the status. */
function countRejected(scope: Construct, { stage, name, accessLogs: logGroup }: ApiWatched): void {
  const { rejected } = WORDINGS[name];
  new MetricFilter(scope, rejected, {
    logGroup,
    metricNamespace: metricsNamespace(stage),
    metricName: rejected,
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricValue: '1',
  });
}

/** Requests to an API that were rejected with 429. */
export function rejectedRequests(stage: Stage, name: ApiName): Metric {
  return new Metric({
    namespace: metricsNamespace(stage),
    metricName: WORDINGS[name].rejected,
    ...FIVE_MINUTES,
  });
}
