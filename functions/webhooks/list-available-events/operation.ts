import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/events/catalogue/channels.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'list-available-events',
  product: 'webhooks',
  summary: 'List available events',
  description:
    'Returns every event with its JSON Schema and a sample. The list is the same for all workspaces ' +
    'and changes only with releases. `subscribable` depends on the key.',
  routes: [
    { method: 'GET', path: '/api/v1/workspace-webhooks/events' },
    { method: 'HEAD', path: '/api/v1/workspace-webhooks/events' },
  ],
  access: WEBHOOK_ACCESS,
  uses: [],
  responses: {
    200: v.object({
      data: withDescription(
        v.array(
          v.object({
            event: withDescription(
              v.string(),
              'Name of the event, as used in subscriptions and in `X-Webhook-Event`',
            ),
            product: withDescription(
              v.picklist(PRODUCTS),
              'The product of the event. A subscription requires the `webhooks:subscribe` permission of that ' +
                'product',
            ),
            group: withDescription(
              v.string(),
              'A heading under which a list of events can show the event, such as `Messages`',
            ),
            title: withDescription(v.string(), 'Display name of the event'),
            description: withDescription(v.string(), 'When the event occurs'),
            channels: withDescription(
              v.array(v.picklist(CHANNELS)),
              'The channels that a subscription can be limited to',
            ),
            limited_channels: withDescription(
              v.array(v.picklist(CHANNELS)),
              'The channels that report this event only for some messages',
            ),
            schema_version: withDescription(v.literal('1'), 'Version of the fields around `data`'),
            schema: withDescription(
              v.record(v.string(), v.unknown()),
              'JSON Schema 2020-12 of the complete request body',
            ),
            sample: withDescription(
              v.record(v.string(), v.unknown()),
              'A complete request body, as sent in a test event',
            ),
            subscribable: withDescription(
              v.boolean(),
              'Whether the key has the permission to subscribe to the event',
            ),
          }),
        ),
        'All events that exist',
      ),
    }),
  },
  revalidate: { maxAgeSeconds: 300 },
});
