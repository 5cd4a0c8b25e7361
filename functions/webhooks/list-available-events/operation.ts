import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/platform/core/channels.ts';
import { WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'list-available-events',
  product: 'webhooks',
  summary: 'List every event with its JSON Schema and a sample',
  description:
    'The list is the same for every workspace and changes with releases only; `subscribable` is about the ' +
    'key.',
  routes: [
    { method: 'GET', path: '/api/v1/workspace-webhooks/events' },
    { method: 'HEAD', path: '/api/v1/workspace-webhooks/events' },
  ],
  access: WEBHOOK_ACCESS,
  uses: [],
  answers: {
    200: v.object({
      data: described(
        v.array(
          v.object({
            event: described(v.string(), 'Its name: what subscriptions and `X-Webhook-Event` say'),
            product: described(
              v.picklist(PRODUCTS),
              'The product it is of: subscribing to it needs the permission of that product',
            ),
            group: described(v.string(), 'What lists of events put it under'),
            title: described(v.string(), 'Its name, for people'),
            description: described(v.string(), 'When it happens'),
            channels: described(v.array(v.picklist(CHANNELS)), 'What a subscription can be limited to'),
            limited_channels: described(
              v.array(v.picklist(CHANNELS)),
              'Of these, channels that report it for some messages only',
            ),
            schema_version: v.literal('1'),
            schema: described(v.record(v.string(), v.unknown()), 'JSON Schema 2020-12 of the whole body'),
            sample: described(v.record(v.string(), v.unknown()), 'A whole body, as a test event has it'),
            subscribable: described(v.boolean(), 'Whether the key may subscribe to it'),
          }),
        ),
        'Every event of the catalogue',
      ),
    }),
  },
  errors: [],
  revalidate: { maxAgeSeconds: 300 },
  examples: [{ summary: 'Every event of the workspace' }],
});
