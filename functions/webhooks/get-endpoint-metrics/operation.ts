import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { metricsQuery, metricsSchema } from '#shared/webhooks/http/metrics-view.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'get-endpoint-metrics',
  summary: 'Get the metrics of an endpoint',
  description:
    'Returns how many attempts were made in each step of a time range, how they ended and how long they took. Each recorded attempt is ' +
    'counted once, usually within seconds. Attempts of test events and resends are counted, too.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/{endpoint}/metrics' }],
  access: WEBHOOK_ACCESS,
  uses: ['get-endpoints', 'get-sweep-cursors', 'query-attempt-counts', 'query-open-deliveries'],
  query: metricsQuery,
  responses: { 200: v.object({ data: metricsSchema }) },
  errors: [...ENDPOINT_ERRORS, 'out_of_range'],
  exampleQueries: [{ step: '5m' }],
});
