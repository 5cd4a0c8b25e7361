import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'delete-endpoint',
  summary: 'Delete a webhook endpoint',
  description: 'Also deletes the queued deliveries and the delivery history of the endpoint.',
  routes: [{ method: 'DELETE', path: '/api/v1/workspace-webhooks/{endpoint}' }],
  access: WEBHOOK_ACCESS,
  precondition: 'optional',
  uses: ['get-endpoints', 'delete-endpoints', 'put-targets', 'update-directories', 'put-audit-entries'],
  checksKeyOnWrite: true,
  responses: { 204: null },
  errors: [...ENDPOINT_ERRORS, 'concurrent_update'],
});
