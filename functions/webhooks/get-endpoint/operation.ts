import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema } from '#shared/webhooks/http/endpoint-view.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'get-endpoint',
  summary: 'Get a webhook endpoint',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/{endpoint}' }],
  access: WEBHOOK_ACCESS,
  uses: ['get-endpoints', 'query-deliveries'],
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema }) },
  errors: [...ENDPOINT_ERRORS],
});
