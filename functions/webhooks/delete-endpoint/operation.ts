import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import {
  endpointParameter,
  SUBSCRIBE_PER_PRODUCT,
  WEBHOOK_ACCESS,
} from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'delete-endpoint',
  product: 'webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Also deletes the queued deliveries and the delivery history of the endpoint.',
  routes: [{ method: 'DELETE', path: '/api/v1/workspace-webhooks/{endpoint}' }],
  access: WEBHOOK_ACCESS,
  conditionalPermissions: SUBSCRIBE_PER_PRODUCT,
  params: { endpoint: endpointParameter },
  precondition: 'optional',
  uses: ['get-endpoints', 'delete-endpoints', 'put-targets', 'update-directories', 'put-audit-entries'],
  checksKeyOnWrite: true,
  responses: { 204: null },
  errors: [...ENDPOINT_ERRORS, 'concurrent_update'],
});
