import { randomUUID } from 'node:crypto';
import type { Erasable, ErasedContact } from '#shared/events/ports/erasable.ts';
import { contactOf, type ExternalRecord, withoutEvents } from '#shared/events/records/external-record.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { orError } from '#shared/platform/store/item-schema.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { type Condition, deleteItem, exists, putItem } from '#shared/platform/store/write.ts';
import { recordUnchanged } from './external-record-conditions.ts';
import { fromLinkItem, fromRecordItem, keyOfRecord, toRecordItem } from './external-record-items.ts';
import { contactRecordKey } from './keys.ts';

/** Records erased concurrently. */
const AT_ONCE = 10;

/** Removes from the records of a contact what events said until the request, and deletes records without later events. */
export function createDynamoExternalRecordEraser(table: WritableTable): Erasable<ErasedContact> {
  return {
    async erase(erased, hasTime) {
      const { pk: partition, sk: ofContact } = contactRecordKey(erased.workspaceId, erased.contact);
      for await (const rows of partitionPages(table, { partition, consistent: true }))
        for (let at = 0; at < rows.length; at += AT_ONCE) {
          if (!hasTime()) return false;
          const some = rows.slice(at, at + AT_ONCE);
          await Promise.all(
            some.map((row) =>
              row['sk'] === ofContact ? eraseRecord(row, erased) : eraseLinked(row, erased),
            ),
          );
        }
      return true;
    },
  };

  async function eraseLinked(link: Item, erased: ErasedContact): Promise<void> {
    const target = orError(() => fromLinkItem(link));
    const item = target instanceof Error ? undefined : await table.get(keyOfRecord(target));
    const remains = item !== undefined && (await eraseRecord(item, erased));
    // A writer that was interrupted between the link and the record can still write the record, so links stay until the last call.
    if (erased.isLast && !remains) await remove(link, exists);
  }

  /** Returns whether the record still belongs to the contact. */
  async function eraseRecord(item: Item, erased: ErasedContact): Promise<boolean> {
    const key = { pk: String(item['pk']), sk: String(item['sk']) };
    return retryOnConflict(table.backOff, async (isRetry) => {
      const current = isRetry ? await table.get(key) : item;
      if (!current) return false;
      const record = orError(() => fromRecordItem(current));
      // Nobody can read such a record, and it can have data about the contact.
      if (record instanceof Error) return remove(item, exists);
      if (!belongsTo(record, erased.contact)) return false;
      const after = withoutEvents(record, ({ eventId }) => timeOfId(eventId) <= erased.requestedAt);
      if (after === record) return true;
      if (!after) return remove(item, recordUnchanged(record));
      await commitWrites(table, [putItem(toRecordItem(after), recordUnchanged(record))], randomUUID());
      return true;
    });
  }

  async function remove(item: Item, condition: Condition): Promise<false> {
    const write = deleteItem({ pk: String(item['pk']), sk: String(item['sk']) }, condition);
    await commitWrites(table, [write], randomUUID());
    return false;
  }
}

function belongsTo(record: ExternalRecord, contact: string): boolean {
  const id = record.type === 'contact' ? record.id : contactOf(record);
  return id !== undefined && hashContact(id) === contact;
}
