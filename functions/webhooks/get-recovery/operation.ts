import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { recoverySchema } from '#shared/webhooks/http/recovery-view.ts';
import { ON_ENDPOINT, recoveryParameter, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'get-recovery',
  summary: 'Get the progress of a recovery',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/{endpoint}/recoveries/{recovery}' }],
  access: WEBHOOK_ACCESS,
  params: { ...ON_ENDPOINT.params, recovery: recoveryParameter },
  uses: ['get-endpoints', 'get-recoveries'],
  responses: { 200: v.object({ data: recoverySchema }) },
  errors: [...ENDPOINT_ERRORS],
});
