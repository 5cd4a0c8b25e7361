import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { failuresByFunction } from '#infra/alarms/failure-alarms.ts';
import type { Stage } from '#infra/config.ts';
import { everyOne, graph } from './graph.ts';
import type { Row } from './graph.ts';

/** Metrics that callers of the API notice. */
export function apiRow(stage: Stage, api: HttpApi): Row {
  const sum = { statistic: Stats.SUM };
  return {
    title: 'API',
    widgets: [
      graph('Requests and errors', [
        api.metricCount({ ...sum, label: 'requests' }),
        api.metricClientError({ ...sum, label: '4xx' }),
        api.metricServerError({ ...sum, label: '5xx' }),
      ]),
      graph('Latency, ms', [
        ...[50, 90, 99].map((p) => api.metricLatency({ statistic: Stats.percentile(p), label: `p${p}` })),
        api.metricIntegrationLatency({ statistic: Stats.percentile(99), label: 'p99 of the functions' }),
      ]),
      graph('Failures, crashes and throttles of functions', [
        failuresByFunction(stage),
        everyOne(stage, { schema: 'AWS/Lambda,FunctionName', metric: 'Errors', statistic: 'Sum' }),
        everyOne(stage, { schema: 'AWS/Lambda,FunctionName', metric: 'Throttles', statistic: 'Sum' }),
      ]),
    ],
  };
}
