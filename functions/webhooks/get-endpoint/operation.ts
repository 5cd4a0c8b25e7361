import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema } from '#shared/webhooks/http/endpoint-view.ts';
import {
  endpointParameter,
  SUBSCRIBE_PER_PRODUCT,
  WEBHOOK_ACCESS,
} from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'get-endpoint',
  product: 'webhooks',
  summary: 'Get a webhook endpoint',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/{endpoint}' }],
  access: WEBHOOK_ACCESS,
  conditionalPermissions: SUBSCRIBE_PER_PRODUCT,
  params: { endpoint: endpointParameter },
  uses: ['get-endpoints', 'query-deliveries'],
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema }) },
  errors: [...ENDPOINT_ERRORS],
});
