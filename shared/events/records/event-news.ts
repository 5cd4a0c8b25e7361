import * as v from 'valibot';
import { RECORD_TYPES, type RecordType } from '#shared/events/catalogue/record-type.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { instantOf, UTC_TIMESTAMP } from '#shared/platform/core/utc-timestamp.ts';
import type { RecordFields, RecordNews } from './external-record.ts';

/** What one event says about the records that it names. */
export type EventNews = {
  readonly eventId: string;
  readonly workspaceId: string;
  readonly recordedAt: Date;
  /** The contact that the event concerns; null if it concerns none. */
  readonly contactId: string | null;
  readonly news: readonly RecordNews[];
};

const object = v.record(v.string(), v.unknown());

const envelope = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    occurred_at: v.pipe(v.string(), v.regex(UTC_TIMESTAMP), v.transform(instantOf)),
    data: object,
  }),
);

const named = v.objectWithRest({ id: v.pipe(v.string(), v.uuid()) }, v.unknown());

/** Automations and broadcasts run for many contacts, so the contact of an event is not theirs. */
const OF_MANY_CONTACTS: readonly RecordType[] = ['contact', 'automation', 'broadcast'];

/**
 * What an event says about the records that it names; a redacted event says nothing. Fields without a value are missing in event data:
 * they say nothing either. @throws MalformedItemError if the body is not an event; the error does not quote the body
 */
export function newsOf({ id: eventId, workspaceId, recordedAt, body }: RecordedEvent): EventNews {
  const event = { eventId, workspaceId, recordedAt };
  if (body === '') return { ...event, contactId: null, news: [] };
  const parsed = v.safeParse(envelope, body);
  if (!parsed.success) throw new MalformedItemError(`event ${eventId} (body)`);
  const { occurred_at: occurredAt, data } = parsed.output;
  const ids = new Map<RecordType, string>();
  const objects = RECORD_TYPES.flatMap((type) => {
    const record = v.safeParse(named, data[type]);
    if (!record.success) return [];
    const { id, ...fields } = record.output;
    ids.set(type, id);
    return [{ type, id, fields }];
  });
  const news = objects.map(({ type, id, fields }) => {
    const all = { ...fields, ...besides(type, data), ...referencesOf(type, ids) };
    return { workspaceId, type, id, layer: { occurredAt, eventId, fields: all } };
  });
  return { ...event, contactId: ids.get('contact') ?? null, news };
}

/** Fields of a record that events have outside of its object. */
function besides(type: RecordType, { stage, channel, provider, assigned_to: assignedTo }: RecordFields) {
  switch (type) {
    case 'contact':
      return known({ stage });
    case 'conversation':
      return known({ assigned_to: assignedTo });
    case 'message':
      return known({ channel, provider });
    default:
      return {};
  }
}

/** The records that a record belongs to: the other records of the same event. */
function referencesOf(type: RecordType, ids: ReadonlyMap<RecordType, string>): RecordFields {
  return known({
    contact_id: OF_MANY_CONTACTS.includes(type) ? undefined : ids.get('contact'),
    conversation_id: type === 'message' ? ids.get('conversation') : undefined,
  });
}

function known(fields: RecordFields): RecordFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
