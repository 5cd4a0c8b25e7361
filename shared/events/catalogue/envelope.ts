import * as v from 'valibot';
import type { CatalogueEvent } from './catalogue-event.ts';
import type { Product } from './channels.ts';
import type { EventName } from './event-codes.ts';
import { timestamp, uuid } from './fields.ts';
import type { EventData } from './object-field.ts';

/** Version of the event envelope. */
export const SCHEMA_VERSION = '1';

/** Body of a delivery. */
export type Envelope = {
  readonly id: string;
  readonly schema_version: typeof SCHEMA_VERSION;
  readonly event: EventName;
  readonly product: Product;
  /** UTC with milliseconds. */
  readonly occurred_at: string;
  readonly workspace_id: string;
  readonly test: boolean;
  readonly data: EventData;
};

/** The input of an envelope. Both ids are UUIDs in lower case. */
export type EnvelopeParts = {
  readonly id: string;
  readonly event: CatalogueEvent;
  /** A text, as UTC with milliseconds, can be a leap second. */
  readonly occurredAt: Date | string;
  readonly workspaceId: string;
  readonly test: boolean;
  /** Normalised when the envelope is built; a `ValiError` is thrown if it does not match the schema of the event. */
  readonly data: unknown;
};

/** The envelope, with its fields in the documented order. The signed bytes keep that order. */
export function buildEnvelope(parts: EnvelopeParts): Envelope {
  return envelopeAround(normaliseData(parts.event, parts.data), parts);
}

/** The envelope of data that is normalised already. */
export function envelopeAround(
  data: EventData,
  { id, event, occurredAt, workspaceId, test }: Omit<EnvelopeParts, 'data'>,
): Envelope {
  return {
    id,
    schema_version: SCHEMA_VERSION,
    event: event.name,
    product: event.product,
    occurred_at: typeof occurredAt === 'string' ? occurredAt : occurredAt.toISOString(),
    workspace_id: workspaceId,
    test,
    data,
  };
}

/** Schema of the complete body of one event, including limits (docs/specification/events.md#event-catalogue). */
export function envelopeSchema(event: CatalogueEvent) {
  return v.pipe(
    v.object({
      id: v.pipe(uuid.sends, v.description('ID of the event, the same in all its deliveries')),
      schema_version: v.pipe(v.literal(SCHEMA_VERSION), v.description('Version of the fields around `data`')),
      event: v.pipe(v.literal(event.name), v.description('Name of the event')),
      product: v.pipe(v.literal(event.product), v.description('The product of the event')),
      occurred_at: v.pipe(timestamp.sends, v.description('When the event happened, in UTC')),
      workspace_id: v.pipe(uuid.sends, v.description('The workspace that the event happened in')),
      test: v.pipe(v.boolean(), v.description('True for a test event that a user sent')),
      data: v.pipe(
        event.outgoingData,
        v.description('Data of the event. Fields without a value are omitted, and new fields may be added'),
      ),
    }),
    v.title(event.title),
    v.description(event.description),
  );
}

/**
 * Event data as stored and sent: strings and arrays truncated, fields without a value omitted, ids in lower case, timestamps
 * in UTC, `event` filled in (docs/specification/events.md#event-data and #truncation). Idempotent.
 * @throws ValiError if `data` does not match the event; the data of a request is validated before
 */
export function normaliseData(event: CatalogueEvent, data: unknown): EventData {
  return v.parse(event.data, data);
}
