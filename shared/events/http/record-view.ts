import * as v from 'valibot';
import { OBJECT_FIELDS } from '#shared/events/catalogue/data-objects.ts';
import { type Field, withDescription as describedField } from '#shared/events/catalogue/field.ts';
import { channel, text, uuid } from '#shared/events/catalogue/fields.ts';
import { objectOf } from '#shared/events/catalogue/object-field.ts';
import type { RecordType } from '#shared/events/catalogue/record-type.ts';
import { type ExternalRecord, fieldsOf } from '#shared/events/records/external-record.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { revisionText, timestamp, uuid as uuidText } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';

type Fields = Readonly<Record<string, Field>>;

const contactId = describedField(uuid, 'ID of the contact');

/** What events say about a record outside of its object. */
const BESIDES: Readonly<Record<RecordType, Fields>> = {
  contact: {},
  conversation: {
    assigned_to: describedField(
      objectOf({ name: describedField(text, 'Name of the member') }),
      'The member of the team that the conversation is assigned to',
    ),
    contact_id: contactId,
  },
  message: {
    channel: describedField(channel, 'The channel that the message was sent on'),
    provider: describedField(text, 'The company whose API the message was sent through'),
    conversation_id: describedField(uuid, 'ID of the conversation'),
    contact_id: contactId,
  },
  automation: {},
  broadcast: {},
  payment: { contact_id: contactId },
  booking: { contact_id: contactId },
  order: { contact_id: contactId },
};

/** Every field of a record that events can have, without its id. */
function fieldsOfType(type: RecordType): Fields {
  const { id: _, ...fields } = OBJECT_FIELDS[type];
  return { ...fields, ...BESIDES[type] };
}

const lastEvent = v.object({
  id: withDescription(uuidText, 'ID of the event, for the event log'),
  occurred_at: withDescription(timestamp, 'The `occurred_at` of the event'),
});

/** A record that another system manages, in responses. `title` names the schema, `about` describes the record. */
function recordSchema(type: RecordType, title: string, about: string) {
  const fields = Object.entries(fieldsOfType(type)).map(([name, field]) => [name, orNull(field)] as const);
  return withDescription(
    withTitle(
      title,
      v.object({
        revision: revisionText,
        id: withDescription(uuidText, `ID of the ${type} in the system that manages it`),
        source: withDescription(
          v.literal('external'),
          'Another system manages the record and sends events about it',
        ),
        last_event: withDescription(lastEvent, 'The event with the latest `occurred_at` about the record'),
        ...Object.fromEntries(fields),
      }),
    ),
    `${about}, as last known from events. A field is null if no event had it`,
  );
}

function orNull({ sends }: Field) {
  return withDescription(v.nullable(sends), v.getDescription(sends) ?? '');
}

/** The schemas of all records that other systems manage. */
export const RECORD_SCHEMAS = {
  contact: recordSchema('contact', 'ExternalContact', 'A contact of another system. Personal data'),
  conversation: recordSchema('conversation', 'ExternalConversation', 'A conversation in another system'),
  message: recordSchema('message', 'ExternalMessage', 'A message of another system. Personal data'),
  automation: recordSchema('automation', 'Automation', 'A workflow that runs automatically for contacts'),
  broadcast: recordSchema('broadcast', 'ExternalBroadcast', 'A broadcast of another system'),
  payment: recordSchema('payment', 'Payment', 'A payment by a contact, successful or not'),
  booking: recordSchema('booking', 'Booking', 'An appointment with a contact'),
  order: recordSchema('order', 'Order', 'An order in a connected store'),
} as const satisfies Readonly<Record<RecordType, v.GenericSchema>>;

/** Converts a record to its representation: every field that events can have, with null for what no event has said. */
export function recordView(record: ExternalRecord) {
  const fields = fieldsOf(record);
  const [newest] = record.layers;
  return {
    ...Object.fromEntries(Object.keys(fieldsOfType(record.type)).map((name) => [name, fields[name] ?? null])),
    revision: recordRevision(record),
    id: record.id,
    source: 'external' as const,
    last_event: newest && { id: newest.eventId, occurred_at: newest.occurredAt.toISOString() },
  };
}

/**
 * The revision of a record. A record that events bring back after an erasure has another position, so it never has a revision of the
 * erased one: a client that knows the erased one must not get 304.
 */
function recordRevision({ version, position }: ExternalRecord): string {
  return `${version}-${timeOfId(position).getTime().toString(36)}`;
}

/** A response with a record. */
export function recordResponse(record: ExternalRecord) {
  return {
    status: 200,
    headers: { ETag: entityTag(recordRevision(record)) },
    body: { data: recordView(record) },
  };
}
