import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { rejectedRequests } from '#infra/alarms/api-alarms.ts';
import { failuresByFunction } from '#infra/alarms/failure-alarms.ts';
import type { Stage } from '#infra/config.ts';
import type { HttpApis } from '#infra/constructs/operation-routes.ts';
import { everyOne, graph } from './graph.ts';
import type { Row } from './graph.ts';

/** Metrics that callers of the API notice. */
export function apiRow(stage: Stage, { api }: HttpApis): Row {
  return {
    title: 'API',
    widgets: [
      ...requests(api),
      graph('Failures, crashes and throttles of functions', [
        failuresByFunction(stage),
        everyOne(stage, { schema: 'AWS/Lambda,FunctionName', metric: 'Errors', statistic: 'Sum' }),
        everyOne(stage, { schema: 'AWS/Lambda,FunctionName', metric: 'Throttles', statistic: 'Sum' }),
      ]),
    ],
  };
}

/** Metrics that visitors of pages notice. */
export function pagesRow(stage: Stage, { pages }: HttpApis): Row {
  return {
    title: 'Pages',
    widgets: [
      ...requests(pages),
      graph('Requests rejected with 429', [
        rejectedRequests(stage, 'api').with({ label: 'API' }),
        rejectedRequests(stage, 'pages').with({ label: 'pages' }),
      ]),
    ],
  };
}

function requests(api: HttpApi): readonly GraphWidget[] {
  const sum = { statistic: Stats.SUM };
  return [
    graph('Requests and errors', [
      api.metricCount({ ...sum, label: 'requests' }),
      api.metricClientError({ ...sum, label: '4xx' }),
      api.metricServerError({ ...sum, label: '5xx' }),
    ]),
    graph('Latency, ms', [
      ...[50, 90, 99].map((p) => api.metricLatency({ statistic: Stats.percentile(p), label: `p${p}` })),
      api.metricIntegrationLatency({ statistic: Stats.percentile(99), label: 'p99 of the functions' }),
    ]),
  ];
}
