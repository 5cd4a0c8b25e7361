import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { endpointFields } from '#shared/webhooks/http/endpoint-body.ts';
import { HEADER_ERRORS, SUBSCRIPTION_ERRORS, URL_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { warningList } from '#shared/webhooks/http/endpoint-view.ts';
import { filterEffectSchema } from '#shared/webhooks/http/filter-effect-view.ts';
import { SUBSCRIBE_PER_PRODUCT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

const { url, subscriptions, headers } = endpointFields;

export const operation = defineOperation({
  name: 'preview-endpoint',
  product: 'webhooks',
  summary: 'Preview a webhook endpoint',
  description:
    'Resolves the host of the URL and connects to it within 2.5 seconds, but sends nothing. The response shows what ' +
    'deliveries would look like. Their signature headers are computed with the temporary `secret` in the ' +
    'response, so that you can test a verifier. If a subscription has a filter, `filter_effect` compares the filter with recent events. ' +
    'Request headers are shown with `(your value)` instead of their values, because the response is stored for repeated requests.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/preview' }],
  access: WEBHOOK_ACCESS,
  conditionalPermissions: SUBSCRIBE_PER_PRODUCT,
  uses: ['query-event-logs', 'batch-get-events', 'seal-replay', 'open-replay', 'check-addresses'],
  body: jsonObject({
    url,
    subscriptions,
    headers: v.optional(headers),
    asymmetric_signatures: v.optional(
      withDescription(
        v.boolean(),
        'Whether `webhook-signature` also contains an asymmetric signature (`v1a`), made with a temporary key pair',
      ),
    ),
  }),
  // The temporary secret is the last field: a replay adds the decrypted secret after the stored fields and must return the
  // same bytes.
  responses: {
    200: v.object({
      data: withDescription(
        v.object({
          target: withDescription(
            v.object({
              reachable: withDescription(v.boolean(), 'Whether a TLS connection was established'),
              protocol: withDescription(
                v.nullable(v.string()),
                'TLS version, such as `TLSv1.3`; null if the connection failed',
              ),
              address: withDescription(
                v.nullable(v.string()),
                'IP address that accepted the connection; null if it failed. A host can have several',
              ),
              error: withDescription(
                v.nullable(v.string()),
                'Explanation of why the connection failed; null if it succeeded',
              ),
            }),
            'Result of the connection test',
          ),
          deliveries: withDescription(
            v.array(
              v.object({
                event: withDescription(v.string(), 'Name of the event'),
                headers: withDescription(
                  v.record(v.string(), v.string()),
                  'Headers of the request, including the signatures',
                ),
                body: withDescription(v.string(), 'The exact request body, as a string'),
              }),
            ),
            'One sample delivery for each subscribed event',
          ),
          public_key: withDescription(
            v.nullable(v.string()),
            'The temporary public key, `whpk_…`, that verifies the asymmetric signatures; null without asymmetric signatures',
          ),
          filter_effect: filterEffectSchema,
          warnings: warningList,
        }),
        'The result of the preview',
      ),
      secret: withDescription(
        v.string(),
        'The temporary secret that `deliveries` are signed with; it is not stored',
      ),
    }),
  },
  errors: [...URL_ERRORS, ...SUBSCRIPTION_ERRORS, ...HEADER_ERRORS, 'too_long', 'product_not_permitted'],
  examples: [
    {
      summary: 'Check a URL before creating an endpoint',
      body: {
        url: 'https://hooks.example.com/orders',
        subscriptions: [{ event: 'salesbot.store.order_paid' }],
      },
    },
    {
      summary: 'See which recent events a filter would have excluded',
      body: {
        url: 'https://hooks.example.com/orders',
        subscriptions: [{ event: 'salesbot.store.order_paid', filter: { 'order.total': { $gte: '100' } } }],
      },
    },
    {
      summary: 'Test a verifier of asymmetric signatures',
      body: {
        url: 'https://hooks.example.com/orders',
        subscriptions: [{ event: 'salesbot.store.order_paid' }],
        asymmetric_signatures: true,
      },
    },
  ],
});
