import * as v from 'valibot';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema, warningList } from '#shared/webhooks/http/endpoint-view.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'enable-endpoint',
  summary: 'Enable a webhook endpoint',
  description:
    'Delivers events to the endpoint from now on. The request is rejected if the URL is no longer public, ' +
    'or if the member who created the endpoint or last took it over is no longer an admin with access to ' +
    'its products. In that case, and if the endpoint is suspended, use `takeOverEndpoint`.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/enable' }],
  access: WEBHOOK_ACCESS,
  precondition: 'optional',
  uses: [
    'get-endpoints',
    'put-endpoints',
    'put-targets',
    'update-directories',
    'update-members',
    'query-deliveries',
    'check-addresses',
  ],
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema, warnings: warningList }) },
  errors: [...ENDPOINT_ERRORS, 'concurrent_update', 'url_not_public', 'endpoint_suspended', 'admin_required'],
});
