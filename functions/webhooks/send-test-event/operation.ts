import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { deliverySchema } from '#shared/webhooks/http/delivery-view.ts';
import { eventName } from '#shared/webhooks/http/endpoint-body.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'send-test-event',
  summary: 'Send a test event',
  description:
    'Sends the sample of a subscribed event to the endpoint. The payload has `test: true` and is ' +
    'signed and retried like any other delivery.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/test' }],
  access: WEBHOOK_ACCESS,
  uses: ['get-endpoints', 'put-events', 'put-deliveries'],
  checksKeyOnWrite: true,
  body: jsonObject({
    event: v.optional(eventName),
  }),
  optionalBody: true,
  responses: { 202: v.object({ data: deliverySchema }) },
  errors: [
    ...ENDPOINT_ERRORS,
    'endpoint_suspended',
    'endpoint_paused',
    'event_unknown',
    'event_not_subscribed',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'A specific event',
      body: { event: 'salesbot.store.order_paid' },
    },
  ],
});
