import * as v from 'valibot';

import type { CatalogueEvent } from './catalogue-event.ts';
import type { Product } from '#shared/platform/core/channels.ts';
import type { EventName } from './event-codes.ts';
import { timestamp, uuid } from './fields.ts';
import { normaliseData } from './normalise-data.ts';
import type { EventData } from './object-field.ts';

/** Version of the envelope (specification, Versioning). */
export const SCHEMA_VERSION = '1';

/** Body of a delivery (specification, Body envelope). */
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

/** What an envelope is built from; both ids are UUIDs in lower case. */
export type EnvelopeParts = {
  readonly id: string;
  readonly event: CatalogueEvent;
  readonly occurredAt: Date;
  readonly workspaceId: string;
  readonly test: boolean;
  /** Normalised here; throws a `ValiError` if it does not fit the event. */
  readonly data: unknown;
};

/** The envelope, its members in the order of the specification: the signed bytes keep that order. */
export function buildEnvelope({ id, event, occurredAt, workspaceId, test, data }: EnvelopeParts): Envelope {
  return {
    id,
    schema_version: SCHEMA_VERSION,
    event: event.name,
    product: event.product,
    occurred_at: occurredAt.toISOString(),
    workspace_id: workspaceId,
    test,
    data: normaliseData(event, data),
  };
}

/** Schema of the whole body of one event, limits included: the promise made to receivers (G103). */
export function envelopeSchema(event: CatalogueEvent) {
  return v.pipe(
    v.object({
      id: v.pipe(uuid.sends, v.description('Event id; the same in every delivery of this event.')),
      schema_version: v.literal(SCHEMA_VERSION),
      event: v.literal(event.name),
      product: v.literal(event.product),
      occurred_at: v.pipe(timestamp.sends, v.description('When it happened, in UTC.')),
      workspace_id: v.pipe(uuid.sends, v.description('Workspace it happened in.')),
      test: v.pipe(v.boolean(), v.description('True for a test event sent by a user.')),
      data: v.pipe(
        event.outgoingData,
        v.description('What it is about; members without a value are left out, and new ones can come.'),
      ),
    }),
    v.title(event.title),
    v.description(event.description),
  );
}
