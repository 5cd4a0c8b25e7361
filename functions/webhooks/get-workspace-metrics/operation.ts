import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { metricsQuery, metricsSchema } from '#shared/webhooks/http/metrics-view.ts';
import { WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'get-workspace-metrics',
  product: 'webhooks',
  summary: 'Get the metrics of all endpoints',
  description:
    'Returns the sums over all endpoints that the key can access, as `getEndpointMetrics` does for one. Deleted endpoints are not included.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/metrics' }],
  access: WEBHOOK_ACCESS,
  uses: [
    'get-directories',
    'batch-get-endpoints',
    'get-sweep-cursors',
    'query-attempt-counts',
    'query-open-deliveries',
  ],
  query: metricsQuery,
  responses: { 200: v.object({ data: metricsSchema }) },
  errors: ['out_of_range'],
  exampleQueries: [{ step: '1d' }],
});
