import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/domain/catalogue/channels.ts';
import { WEBHOOK_ACCESS } from '#shared/http/endpoints/webhook-access.ts';
import { defineOperation } from '#shared/http/operation.ts';

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
      data: v.array(
        v.object({
          event: v.string(),
          product: v.picklist(PRODUCTS),
          group: v.string(),
          title: v.string(),
          description: v.string(),
          channels: v.array(v.picklist(CHANNELS)),
          limited_channels: v.array(v.picklist(CHANNELS)),
          schema_version: v.literal('1'),
          schema: v.record(v.string(), v.unknown()),
          sample: v.record(v.string(), v.unknown()),
          subscribable: v.boolean(),
        }),
      ),
    }),
  },
  errors: [],
  revalidate: { maxAgeSeconds: 300 },
  examples: [{ summary: 'Every event of the workspace' }],
});
