import { pageOf } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { deliveryQuery, deliverySchema } from '#shared/webhooks/http/delivery-view.ts';
import { WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'list-workspace-deliveries',
  product: 'webhooks',
  summary: 'List the deliveries of all endpoints',
  description: 'Returns the deliveries of all endpoints that the key can access, newest first by default.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/deliveries' }],
  access: WEBHOOK_ACCESS,
  uses: ['get-directories', 'batch-get-endpoints', 'query-deliveries'],
  query: deliveryQuery,
  responses: { 200: pageOf(deliverySchema) },
  exampleQueries: [{ state: 'failed' }],
});
