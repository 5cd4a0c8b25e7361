import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { endpointFields } from '#shared/webhooks/http/endpoint-body.ts';
import { warningList } from '#shared/webhooks/http/endpoint-view.ts';
import { SUBSCRIBE_PER_PRODUCT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';
import { SUBSCRIPTION_ERRORS, URL_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { described } from '#shared/platform/http/described.ts';

const { url, subscriptions } = endpointFields;

export const operation = defineOperation({
  name: 'preview-endpoint',
  product: 'webhooks',
  summary: 'Check an address and show what deliveries to it would look like, without sending anything',
  description:
    'Nothing is sent to the address: it is resolved and connected to. `secret` is thrown away with the ' +
    'answer; the headers of `deliveries` are signed with it, to try a verifier on.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/preview' }],
  access: WEBHOOK_ACCESS,
  alsoNeeds: SUBSCRIBE_PER_PRODUCT,
  uses: ['read-core', 'write-core', 'seal-replay', 'open-replay'],
  body: jsonObject({ url, subscriptions }),
  // The throw-away secret comes last: a replay puts it back there.
  answers: {
    200: v.object({
      data: described(
        v.object({
          target: described(
            v.object({
              reachable: described(v.boolean(), 'Whether a TLS connection came about'),
              protocol: described(
                v.nullable(v.string()),
                'Version of TLS, such as `TLSv1.3`; null if there was no connection',
              ),
              error: described(v.nullable(v.string()), 'Why there was none, for people; null if there was'),
            }),
            'What came of connecting to the address',
          ),
          deliveries: described(
            v.array(
              v.object({
                event: described(v.string(), 'Name of the event'),
                headers: described(
                  v.record(v.string(), v.string()),
                  'Headers as they would be sent, signatures included',
                ),
                body: described(v.string(), 'The bytes as they would be sent, as text'),
              }),
            ),
            'One for each event of the subscriptions, with the sample of the event',
          ),
          warnings: warningList,
        }),
        'What creating the endpoint would come to',
      ),
      secret: described(v.string(), 'What `deliveries` are signed with; thrown away with this answer'),
    }),
  },
  errors: [...URL_ERRORS, ...SUBSCRIPTION_ERRORS, 'product_not_permitted'],
  examples: [
    {
      summary: 'Before creating an endpoint',
      body: {
        url: 'https://hooks.example.com/orders',
        subscriptions: [{ event: 'salesbot.store.order_paid' }],
      },
    },
  ],
});
