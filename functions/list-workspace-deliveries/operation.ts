import { deliveryQuery, deliverySchema } from '#shared/http/endpoints/delivery-view.ts';
import { WEBHOOK_ACCESS } from '#shared/http/endpoints/webhook-access.ts';
import { pageOf } from '#shared/http/list-query.ts';
import { defineOperation } from '#shared/http/operation.ts';

export const operation = defineOperation({
  name: 'list-workspace-deliveries',
  product: 'webhooks',
  summary: 'List the deliveries of all endpoints of the workspace, newest first',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/deliveries' }],
  access: WEBHOOK_ACCESS,
  uses: ['read-core', 'read-deliveries'],
  query: deliveryQuery,
  answers: { 200: pageOf(deliverySchema) },
  errors: ['cursor_invalid', 'event_unknown', 'out_of_range'],
  examples: [{ summary: 'What failed anywhere', query: { state: 'failed' } }],
});
