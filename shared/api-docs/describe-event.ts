import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { eventJsonSchema } from '#shared/events/catalogue/event-json-schema.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';
import type { JsonSchema } from './json-schema.ts';
import { withOpenLists } from './open-lists.ts';
import { pascalCase } from './operation-id.ts';
import type { ResponseComponents } from './response-components.ts';
import type { SchemaComponents } from './schema-components.ts';
import { TAGS } from './tags.ts';
import { webhookHeaders } from './webhook-headers.ts';

const SAMPLE = {
  id: '00000000-0000-4000-8000-000000000000',
  workspaceId: '11111111-1111-4111-8111-111111111111',
  occurredAt: new Date('2026-01-01T00:00:00.000Z'),
};

/** A receiver can request a longer delay. */
const RETRY_AFTER: JsonSchema = {
  'Retry-After': {
    description:
      'When the platform may send the next attempt: a number of seconds, or an HTTP date. The header can ' +
      'only lengthen the planned delay, to at most 24 hours',
    schema: { type: 'string' },
  },
};

/** Describes an event: the request that the platform sends to an endpoint. */
export function describeEvent(
  event: CatalogueEvent,
  { declare }: SchemaComponents,
  responses: ResponseComponents,
): JsonSchema {
  const { $schema: _, ...body }: { $schema?: string } = eventJsonSchema(event);
  // The component of `salesbot.store.order_paid` is `SalesbotStoreOrderPaidEvent`.
  const schema = declare(`${pascalCase(event.name)}Event`, withOpenLists(body));
  return {
    post: {
      operationId: `on${pascalCase(event.name)}`,
      summary: event.title,
      description: event.description,
      tags: [TAGS.events.name],
      security: [],
      parameters: webhookHeaders(event.name),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: sampleEnvelope(event, SAMPLE) } },
      },
      responses: describeReceiverResponses(responses),
    },
  };
}

/** What each status of the receiver means for the delivery. */
function describeReceiverResponses({ declare }: ResponseComponents): JsonSchema {
  const retried = declare('DeliveryRetried', {
    description: 'The delivery is retried',
    headers: RETRY_AFTER,
  });
  return {
    '2XX': declare('DeliverySucceeded', { description: 'The delivery succeeded' }),
    '3XX': declare('DeliveryRedirected', { description: 'The delivery failed: redirects are not followed' }),
    '408': retried,
    '429': retried,
    '4XX': declare('DeliveryFailed', { description: 'The delivery failed and is not retried' }),
    '5XX': declare('DeliveryRetriedAfterServerError', {
      description: 'The delivery is retried: at most 6 attempts in about 2 hours 40 minutes',
      headers: RETRY_AFTER,
    }),
  };
}
