import { OBJECT_FIELDS } from '#shared/events/catalogue/data-objects.ts';
import { type ExternalRecord, fieldsOf } from '#shared/events/records/external-record.ts';
import type { RecordType } from '#shared/events/records/record-type.ts';

/** What events say about a record outside of its object. */
const BESIDES: Readonly<Record<RecordType, readonly string[]>> = {
  contact: [],
  conversation: ['assigned_to', 'contact_id'],
  message: ['channel', 'provider', 'conversation_id', 'contact_id'],
  automation: [],
  broadcast: [],
  payment: ['contact_id'],
  booking: ['contact_id'],
  order: ['contact_id'],
};

/** Converts a record to its representation: every field of its object in event data, with null for what no event has said. */
export function recordView(record: ExternalRecord) {
  const fields = fieldsOf(record);
  const [newest] = record.layers;
  const names = [...Object.keys(OBJECT_FIELDS[record.type]), ...BESIDES[record.type]];
  return {
    ...Object.fromEntries(names.map((name) => [name, fields[name] ?? null])),
    id: record.id,
    source: 'external' as const,
    last_event: newest && { id: newest.eventId, occurred_at: newest.occurredAt.toISOString() },
  };
}
