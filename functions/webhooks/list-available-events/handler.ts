import { SCHEMA_VERSION } from '#shared/events/catalogue/envelope.ts';
import { type CatalogueEvent, EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { eventJsonSchema } from '#shared/events/catalogue/event-json-schema.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { maySubscribe } from '#shared/webhooks/domain/subscribe-permission.ts';
import type { operation } from './operation.ts';

/** The samples have a constant id and time, so that equal keys of a workspace get the same response and `ETag`. */
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';
const SAMPLE_TIME = new Date('2026-01-01T00:00:00.000Z');

/** Returns the event catalogue. The payloads of deliveries have the same schemas (docs/specification/events.md#event-catalogue). */
export function createHandler(): OperationHandler<typeof operation> {
  // 42 JSON Schemas, generated once per container on the first request.
  let catalogue: ReturnType<typeof describeEvent>[] | undefined;

  return {
    async handle({ principal }) {
      catalogue ??= EVENT_CATALOGUE.map(describeEvent);
      const identity = { id: SAMPLE_ID, workspaceId: principal.workspaceId, occurredAt: SAMPLE_TIME };
      const data = catalogue.map(({ event, description }) => ({
        ...description,
        sample: sampleEnvelope(event, identity),
        subscribable: maySubscribe(principal, event.product),
      }));
      return { status: 200, body: { data } };
    },
  };
}

function describeEvent(event: CatalogueEvent) {
  const description = {
    event: event.name,
    product: event.product,
    group: event.group,
    title: event.title,
    description: event.description,
    channels: event.channels,
    limited_channels: event.limitedChannels,
    schema_version: SCHEMA_VERSION,
    schema: eventJsonSchema(event),
  };
  return { event, description };
}
