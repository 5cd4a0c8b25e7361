import * as v from 'valibot';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { deliverySchema } from '#shared/webhooks/http/delivery-view.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { deliveryParameter, ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'resend-delivery',
  summary: 'Resend a delivery',
  description:
    'Creates a new delivery with the same event ID and body, but with a new delivery ID; `resend_of` ' +
    'links it to the original delivery. When the new delivery succeeds, the automatic retries of the ' +
    'original delivery stop. Payloads are kept for 7 days.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}/resend' }],
  access: WEBHOOK_ACCESS,
  params: { ...ON_ENDPOINT.params, delivery: deliveryParameter },
  uses: [
    'get-endpoints',
    'get-events',
    'query-events',
    'get-deliveries',
    'put-deliveries',
    'update-deliveries',
    'put-delivery-requests',
  ],
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  responses: { 202: v.object({ data: deliverySchema }) },
  errors: [
    ...ENDPOINT_ERRORS,
    'endpoint_suspended',
    'endpoint_paused',
    'endpoint_not_subscribed',
    'payload_expired',
    'concurrent_update',
  ],
});
