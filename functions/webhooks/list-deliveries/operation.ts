import { pageOf } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { deliveryQuery, deliverySchema } from '#shared/webhooks/http/delivery-view.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'list-deliveries',
  summary: 'List the deliveries of an endpoint',
  description: 'Returns the deliveries of one endpoint, newest first by default.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/{endpoint}/deliveries' }],
  access: WEBHOOK_ACCESS,
  uses: ['get-endpoints', 'query-deliveries'],
  query: deliveryQuery,
  responses: { 200: pageOf(deliverySchema) },
  errors: [...ENDPOINT_ERRORS],
  exampleQueries: [{ state: 'failed', since: '2026-11-21T00:00:00Z' }],
});
