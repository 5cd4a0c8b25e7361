import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { SUBSCRIBE_PER_PRODUCT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';
import { endpointFields, READ_ONLY_FIELDS } from '#shared/webhooks/http/endpoint-body.ts';
import { endpointSchema, signingSecret, warningList } from '#shared/webhooks/http/endpoint-view.ts';
import { SUBSCRIPTION_ERRORS, URL_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

const { name, url, subscriptions, enabled, description } = endpointFields;

export const operation = defineOperation({
  name: 'create-endpoint',
  product: 'webhooks',
  summary: 'Create a webhook endpoint, always paused, and get its signing secret',
  description:
    'The endpoint is paused whatever `enabled` says: enable it when your receiver is ready. `secret` is ' +
    'told in this answer alone; a repetition with the same `Idempotency-Key` and body within 24 hours ' +
    'tells it again. A workspace has at most 25 endpoints.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks' }],
  access: WEBHOOK_ACCESS,
  alsoNeeds: SUBSCRIBE_PER_PRODUCT,
  uses: ['read-core', 'write-core', 'seal-signing-secret', 'seal-replay', 'open-replay'],
  body: jsonObject({
    name,
    url,
    subscriptions,
    enabled: v.optional(enabled),
    description: v.optional(description),
  }),
  readOnlyFields: READ_ONLY_FIELDS,
  revisioned: true,
  answers: {
    // The secret comes last: a replay puts it back there.
    201: v.object({ data: endpointSchema, warnings: warningList, secret: signingSecret }),
  },
  errors: [
    ...URL_ERRORS,
    ...SUBSCRIPTION_ERRORS,
    'product_not_permitted',
    'admin_required',
    'endpoint_limit_reached',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'Receive two messaging events',
      body: {
        name: 'Order desk',
        url: 'https://hooks.example.com/orders',
        subscriptions: [
          { event: 'salesbot.store.order_paid' },
          { event: 'salesbot.message.received', channel: 'sms' },
        ],
      },
    },
  ],
});
