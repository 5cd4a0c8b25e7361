import type { CatalogueEvent } from '#shared/domain/catalogue/catalogue-event.ts';
import { sampleEnvelope } from '#shared/domain/catalogue/event-sample.ts';
import { eventJsonSchema } from '#shared/http/event-json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { pascalCase } from './operation-id.ts';
import type { SchemaComponents } from './schema-components.ts';

const SAMPLE = {
  id: '00000000-0000-4000-8000-000000000000',
  workspaceId: '11111111-1111-4111-8111-111111111111',
  occurredAt: new Date('2026-01-01T00:00:00.000Z'),
};

/** Headers of every delivery, both families of signatures included (specification, Delivery format; G104, G118). */
const HEADERS: Readonly<Record<string, string>> = {
  'X-Webhook-Event': 'The name of the event',
  'X-Webhook-Delivery': 'UUID of the delivery: the same at every attempt. Use it to drop duplicates',
  'X-Webhook-Signature':
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 by the secret over `t`, a dot and the body; two `v1` while a rotation overlaps',
  'webhook-id': 'UUID of the event (Standard Webhooks)',
  'webhook-timestamp': 'Unix seconds of this attempt (Standard Webhooks)',
  'webhook-signature': '`v1,<base64>` (Standard Webhooks)',
};

/** What OpenAPI says of an event: the request that the platform sends to an endpoint (decisions 7). */
export function describeEvent(event: CatalogueEvent, { declare }: SchemaComponents): JsonSchema {
  const { $schema: _, ...body }: { $schema?: string } = eventJsonSchema(event);
  // `salesbot.store.order_paid` comes as a `SalesbotStoreOrderPaidEvent`.
  const schema = declare(`${pascalCase(event.name)}Event`, body);
  return {
    post: {
      operationId: `on${pascalCase(event.name)}`,
      summary: event.title,
      description: event.description,
      tags: ['events'],
      security: [],
      parameters: Object.entries(HEADERS).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: sampleEnvelope(event, SAMPLE) } },
      },
      responses: {
        '2XX': { description: 'Stored: the delivery has succeeded' },
        '408': { description: 'Tried again later' },
        '429': { description: 'Tried again later, not before `Retry-After`' },
        '4XX': { description: 'Final: this delivery is not tried again' },
        '5XX': { description: 'Tried again: at most 6 attempts in about 2 hours 40 minutes' },
      },
    },
  };
}
