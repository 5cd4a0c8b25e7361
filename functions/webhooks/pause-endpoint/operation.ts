import * as v from 'valibot';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema, warningList } from '#shared/webhooks/http/endpoint-view.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'pause-endpoint',
  summary: 'Pause a webhook endpoint',
  description:
    'Cancels the pending deliveries of the endpoint. Events that occur while the endpoint is paused are ' +
    'not recorded for it. After `enableEndpoint`, `recoverEndpoint` resends the ' +
    'cancelled deliveries.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/pause' }],
  access: WEBHOOK_ACCESS,
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
  ...EMPTY_BODY,
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema, warnings: warningList }) },
  errors: [...ENDPOINT_ERRORS, 'concurrent_update'],
});
