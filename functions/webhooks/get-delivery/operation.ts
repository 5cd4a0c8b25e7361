import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { deliveryWithPayloadSchema } from '#shared/webhooks/http/delivery-view.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { deliveryParameter, ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'get-delivery',
  summary: 'Get a delivery',
  description:
    'Returns the delivery with its attempts, and with its payload while the payload is stored. ' +
    '`explanation` describes why the delivery is in its state and what happens next.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}' }],
  access: WEBHOOK_ACCESS,
  params: { ...ON_ENDPOINT.params, delivery: deliveryParameter },
  uses: ['get-endpoints', 'get-deliveries', 'get-events', 'query-events'],
  responses: { 200: v.object({ data: deliveryWithPayloadSchema }) },
  errors: [...ENDPOINT_ERRORS],
});
