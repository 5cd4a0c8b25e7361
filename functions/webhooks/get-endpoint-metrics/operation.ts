import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { metricsQuery, metricsSchema } from '#shared/webhooks/http/metrics-view.ts';
import {
  endpointParameter,
  SUBSCRIBE_PER_PRODUCT,
  WEBHOOK_ACCESS,
} from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'get-endpoint-metrics',
  product: 'webhooks',
  summary: 'Get the metrics of an endpoint',
  description:
    'Returns how many attempts were made in each step of a time range, how they ended and how long they took. Each recorded attempt is ' +
    'counted once, usually within seconds. Attempts of test events and resends are counted, too.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/{endpoint}/metrics' }],
  access: WEBHOOK_ACCESS,
  conditionalPermissions: SUBSCRIBE_PER_PRODUCT,
  params: { endpoint: endpointParameter },
  uses: ['get-endpoints', 'get-sweep-cursors', 'query-attempt-counts', 'query-open-deliveries'],
  query: metricsQuery,
  responses: { 200: v.object({ data: metricsSchema }) },
  errors: [...ENDPOINT_ERRORS, 'out_of_range'],
  exampleQueries: [{ step: '5m' }],
});
