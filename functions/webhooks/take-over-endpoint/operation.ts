import * as v from 'valibot';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { EDIT_USES } from '#shared/webhooks/http/endpoint-edit-uses.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema, warningList } from '#shared/webhooks/http/endpoint-view.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'take-over-endpoint',
  summary: 'Take over a webhook endpoint',
  description:
    'The member of your key becomes responsible for the endpoint. A suspended endpoint receives new ' +
    'events again. Its held deliveries are cancelled, not sent: to resend them, use `recoverEndpoint`.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/take-over' }],
  access: WEBHOOK_ACCESS,
  precondition: 'optional',
  uses: EDIT_USES,
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema, warnings: warningList }) },
  errors: [...ENDPOINT_ERRORS, 'concurrent_update', 'url_not_public', 'admin_required'],
});
