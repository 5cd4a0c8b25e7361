import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { EDIT_USES } from '#shared/webhooks/http/endpoint-edit-uses.ts';
import { EDIT_ERRORS, ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema, warningList } from '#shared/webhooks/http/endpoint-view.ts';
import {
  endpointParameter,
  SUBSCRIBE_PER_PRODUCT,
  WEBHOOK_ACCESS,
} from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'take-over-endpoint',
  product: 'webhooks',
  summary: 'Take over a webhook endpoint',
  description:
    'The member of your key becomes responsible for the endpoint. A suspended endpoint receives new ' +
    'events again. Its held deliveries are cancelled, not sent: to resend them, use `recoverEndpoint`.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/take-over' }],
  access: WEBHOOK_ACCESS,
  conditionalPermissions: SUBSCRIBE_PER_PRODUCT,
  params: { endpoint: endpointParameter },
  precondition: 'optional',
  uses: EDIT_USES,
  checksKeyOnWrite: true,
  body: jsonObject({}),
  optionalBody: true,
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema, warnings: warningList }) },
  errors: [...ENDPOINT_ERRORS, ...EDIT_ERRORS, 'url_not_public', 'admin_required'],
  examples: [
    {
      summary: 'Take over from an admin who left',
      params: { endpoint: '01980000-0000-7000-8000-000000000001' },
    },
  ],
});
