import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { EDIT_ERRORS, ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema, warningList } from '#shared/webhooks/http/endpoint-view.ts';
import {
  endpointParameter,
  SUBSCRIBE_PER_PRODUCT,
  WEBHOOK_ACCESS,
} from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'pause-endpoint',
  product: 'webhooks',
  summary: 'Pause a webhook endpoint',
  description:
    'Cancels the pending deliveries of the endpoint. Events that occur while the endpoint is paused are ' +
    'not recorded for it. After `enableEndpoint`, `recoverEndpoint` resends the ' +
    'cancelled deliveries.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/pause' }],
  access: WEBHOOK_ACCESS,
  conditionalPermissions: SUBSCRIBE_PER_PRODUCT,
  params: { endpoint: endpointParameter },
  precondition: 'optional',
  uses: [
    'get-endpoints',
    'put-endpoints',
    'put-targets',
    'update-directories',
    'query-deliveries',
    'check-addresses',
  ],
  checksKeyOnWrite: true,
  body: jsonObject({}),
  optionalBody: true,
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema, warnings: warningList }) },
  errors: [...ENDPOINT_ERRORS, ...EDIT_ERRORS],
  examples: [{ summary: 'Pause', params: { endpoint: '01980000-0000-7000-8000-000000000001' } }],
});
