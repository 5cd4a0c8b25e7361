import * as v from 'valibot';
import { jsonObject } from '#shared/domain/json-object.ts';
import { endpointFields } from '#shared/http/endpoints/endpoint-body.ts';
import { warningSchema } from '#shared/http/endpoints/endpoint-view.ts';
import { WEBHOOK_ACCESS } from '#shared/http/endpoints/webhook-access.ts';
import { SUBSCRIPTION_ERRORS, URL_ERRORS } from '#shared/http/endpoints/endpoint-errors.ts';
import { defineOperation } from '#shared/http/operation.ts';

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
  uses: ['read-core', 'write-core', 'seal-replay', 'open-replay'],
  body: jsonObject({ url, subscriptions }),
  // The throw-away secret comes last: a replay puts it back there.
  answers: {
    200: v.object({
      data: v.object({
        target: v.object({
          reachable: v.boolean(),
          protocol: v.nullable(v.string()),
          error: v.nullable(v.string()),
        }),
        deliveries: v.array(
          v.object({ event: v.string(), headers: v.record(v.string(), v.string()), body: v.string() }),
        ),
        warnings: v.array(warningSchema),
      }),
      secret: v.string(),
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
