import * as v from 'valibot';
import { RECORD_TYPES } from '#shared/events/catalogue/record-type.ts';
import type { ExternalRecord } from '#shared/events/records/external-record.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { encodedBy, instant, itemCodec } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { contactRecordKey, externalRecordKey, externalRecordPartition, recordLinkKey } from './keys.ts';

/**
 * The position is the sort key of the index. The item has no `resource`, because the audit log has changes by users only. Fields are
 * stored as JSON, because DynamoDB accepts fewer numbers than JSON.
 */
const recordItem = itemCodec(
  v.object({
    workspaceId: v.string(),
    type: v.picklist(RECORD_TYPES),
    id: v.string(),
    ownerSk: v.string(),
    version: v.number(),
    layers: v.array(
      v.object({
        occurredAt: instant,
        eventId: v.string(),
        fields: encodedBy(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), (fields) =>
          JSON.stringify(fields),
        ),
      }),
    ),
  }),
);

/** A link has the identity of the record, so that the erasure of a workspace finds it too. */
const linkItem = itemCodec(
  v.object({ workspaceId: v.string(), type: v.picklist(RECORD_TYPES), id: v.string() }),
);

/** The key of a record. */
export function keyOfRecord({
  workspaceId,
  type,
  id,
}: Pick<ExternalRecord, 'workspaceId' | 'type' | 'id'>): Key {
  return type === 'contact'
    ? contactRecordKey(workspaceId, hashContact(id))
    : externalRecordKey(workspaceId, type, id);
}

/** The item of a record. */
export function toRecordItem(record: ExternalRecord) {
  const { workspaceId, type, position } = record;
  return {
    ...keyOfRecord(record),
    ownerPk: externalRecordPartition(workspaceId, type),
    ...recordItem.encode({ ...record, ownerSk: position }),
  };
}

/** The record of a stored item. @throws MalformedItemError */
export function fromRecordItem(item: Item): ExternalRecord {
  const { ownerSk: position, ...record } = recordItem.decode(item);
  return { ...record, position };
}

/** The item of a link from a contact to its record. */
export function toLinkItem(record: ExternalRecord, contactId: string) {
  const { workspaceId, type, id } = record;
  return { ...recordLinkKey(workspaceId, hashContact(contactId), type, id), ...linkItem.encode(record) };
}

/** The record that a link leads to. @throws MalformedItemError */
export function fromLinkItem(item: Item): Pick<ExternalRecord, 'workspaceId' | 'type' | 'id'> {
  return linkItem.decode(item);
}
