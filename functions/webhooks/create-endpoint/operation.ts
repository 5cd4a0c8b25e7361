import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { endpointFields, READ_ONLY_FIELDS, FIELDS_OWNED_BY } from '#shared/webhooks/http/endpoint-body.ts';
import { HEADER_ERRORS, SUBSCRIPTION_ERRORS, URL_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { createWarningList, endpointSchema } from '#shared/webhooks/http/endpoint-view.ts';
import { signingSecret } from '#shared/webhooks/http/secret-rotation.ts';
import { SUBSCRIBE_PER_PRODUCT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

const { name, url, subscriptions, enabled, description, headers, asymmetric_signatures } = endpointFields;

export const operation = defineOperation({
  name: 'create-endpoint',
  product: 'webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'The endpoint is always created paused, even if `enabled` is true, which adds an entry to `warnings`: enable ' +
    'it when your receiver is ready. The signing secret is in `secret` and is returned only in this response. If you lose the ' +
    'response, repeat the request with the same `Idempotency-Key` and body within 24 hours to get it ' +
    'again. A workspace can have at most 25 endpoints.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks' }],
  access: WEBHOOK_ACCESS,
  conditionalPermissions: SUBSCRIBE_PER_PRODUCT,
  uses: [
    'put-endpoints',
    'put-targets',
    'update-directories',
    'get-members',
    'update-members',
    'seal-signing-secret',
    'seal-replay',
    'open-replay',
    'check-addresses',
  ],
  checksKeyOnWrite: true,
  body: jsonObject({
    name,
    url,
    subscriptions,
    enabled: v.optional(enabled),
    description: v.optional(description),
    headers: v.optional(headers),
    asymmetric_signatures: v.optional(asymmetric_signatures),
  }),
  readOnlyFields: READ_ONLY_FIELDS,
  fieldsOwnedBy: FIELDS_OWNED_BY,
  revisioned: true,
  responses: {
    // The secret is the last field: a replay adds the decrypted secret after the stored fields and must return the same
    // bytes.
    201: v.object({ data: endpointSchema, warnings: createWarningList, secret: signingSecret }),
  },
  errors: [
    ...URL_ERRORS,
    ...SUBSCRIPTION_ERRORS,
    'filter_limit_reached',
    ...HEADER_ERRORS,
    'product_not_permitted',
    'admin_required',
    'endpoint_limit_reached',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'Subscribe to two messaging events',
      body: {
        name: 'Order desk',
        url: 'https://hooks.example.com/orders',
        subscriptions: [
          { event: 'salesbot.store.order_paid' },
          { event: 'salesbot.message.received', channel: 'sms' },
        ],
      },
    },
    {
      summary: 'Add asymmetric signatures',
      body: {
        name: 'Order desk',
        url: 'https://hooks.example.com/orders',
        subscriptions: [{ event: 'salesbot.store.order_paid' }],
        asymmetric_signatures: true,
      },
    },
  ],
});
