import * as v from 'valibot';
import { deliveryWithPayloadSchema } from '#shared/webhooks/http/delivery-view.ts';
import {
  deliveryParameter,
  endpointParameter,
  SUBSCRIBE_PER_PRODUCT,
  WEBHOOK_ACCESS,
} from '#shared/webhooks/http/webhook-access.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-delivery',
  product: 'webhooks',
  summary: 'Read a delivery with its attempts; while it is stored, with its payload',
  description: '`explanation` says in words why the delivery is where it is and what comes next.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}' }],
  access: WEBHOOK_ACCESS,
  alsoNeeds: SUBSCRIBE_PER_PRODUCT,
  params: { endpoint: endpointParameter, delivery: deliveryParameter },
  uses: ['read-core', 'read-deliveries'],
  answers: { 200: v.object({ data: deliveryWithPayloadSchema }) },
  errors: [...ENDPOINT_ERRORS, 'delivery_not_found'],
  examples: [
    {
      summary: 'One delivery',
      params: {
        endpoint: '01980000-0000-7000-8000-000000000001',
        delivery: '01980000-0000-8000-8000-000000000002',
      },
    },
  ],
});
