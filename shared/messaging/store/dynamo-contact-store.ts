import { eventWrite } from '#shared/events/store/event-items.ts';
import { contactMatches } from '#shared/messaging/domain/contact-matches.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactRange, ContactReader, ContactStore } from '#shared/messaging/ports/contact-store.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import { deliveryIdFloor } from '#shared/platform/runtime/ids.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { contactKey, contactPartition, type Key } from '#shared/platform/store/keys.ts';
import { isCounted, releaseQuota, takeSampledQuota } from '#shared/platform/store/quota-writes.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { deleteItem, isNew, putItem, revisionUnchanged, updateItem } from '#shared/platform/store/write.ts';
import { erasureWrites } from '#shared/webhooks/store/erasure-writes.ts';
import { createContactAddresses, createContactAddressReader } from './contact-addresses.ts';
import { entryMatcher, positionIn } from './contact-index.ts';
import { fromContactItem, toContactAttributes, toContactItem } from './contact-items.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Index entries of one read, and the most that one page of a filtered list reads: about 5 MB. */
const ENTRIES_AT_ONCE = 1000;
const MAX_ENTRIES = 25_000;

/** Maximum number of items in one batch read. */
const BATCH = 100;

/** Sort before and after every index entry. */
const BEGINNING = '0';
const END = '~';

/** The reads of `createDynamoContactStore`, for operations that may not write. */
export function createDynamoContactReader(table: Table): ContactReader {
  const addresses = createContactAddressReader(table);

  async function find(workspaceId: string, contactId: string): Promise<Contact | undefined> {
    const item = await table.get(contactKey(workspaceId, contactId));
    return item && fromContactItem(item);
  }

  return {
    find,

    async findByAddress(workspaceId, address) {
      const contactId = await addresses.findContactId(workspaceId, address);
      return contactId === undefined ? undefined : find(workspaceId, contactId);
    },

    async list(workspaceId, range) {
      const { limit } = range;
      const canMatch = entryMatcher(workspaceId, range);
      const found = new Map<string, Contact>();
      let readTo = range.after;
      for (let scanned = 0; scanned < MAX_ENTRIES;) {
        const wanted = isFiltered(range) ? ENTRIES_AT_ONCE : limit - found.size + 1;
        const rows = await readEntries(workspaceId, range, readTo, wanted);
        scanned += rows.length;
        const candidates = rows.filter(({ entry }) => canMatch(entry));
        for (let from = 0; from < candidates.length; from += BATCH) {
          const group = candidates.slice(from, from + BATCH);
          const contacts = await readAll(group.map(({ key }) => key));
          for (const { key, entry } of group) {
            const contact = contacts.get(key.pk);
            if (!contact || !contactMatches(contact, range)) continue;
            if (found.size === limit && !found.has(contact.id))
              return { contacts: [...found.values()], readTo };
            found.set(contact.id, contact);
            readTo = positionIn(entry);
          }
        }
        if (rows.length < wanted) return { contacts: [...found.values()], readTo: undefined };
        readTo = positionIn(rows.at(-1)?.entry ?? '');
      }
      return { contacts: [...found.values()], readTo };
    },
  };

  /** Entries of the index after a position. Bounds are inclusive, so one more is read than wanted. */
  async function readEntries(
    workspaceId: string,
    { order, changedSince }: ContactRange,
    after: string | undefined,
    wanted: number,
  ): Promise<{ readonly key: Key; readonly entry: string }[]> {
    const descending = order === 'desc';
    const floor = changedSince === undefined ? BEGINNING : deliveryIdFloor(changedSince);
    const rows = await table.query({
      index: BY_OWNER,
      pk: contactPartition(workspaceId),
      // The entry at a position sorts after the position and before the position with `END`.
      from: descending || after === undefined ? floor : `${after}${END}`,
      to: descending && after !== undefined ? after : END,
      descending,
      limit: wanted,
    });
    return rows.map((row) => ({ key: keyOf(row), entry: String(row['ownerSk']) }));
  }

  /** Contacts by partition key; a contact that was deleted after the read of the index is missing. */
  async function readAll(keys: readonly Key[]): Promise<Map<string, Contact>> {
    const items = await table.getAll(keys);
    return new Map(items.map((item) => [String(item['pk']), fromContactItem(item)]));
  }
}

/** Contacts in the core table, with a uniqueness item for each address. */
export function createDynamoContactStore(table: WritableTable): ContactStore {
  const addresses = createContactAddresses(table);

  return {
    ...createDynamoContactReader(table),

    async create(contact, events, context) {
      const counting = await takeSampledQuota(table, 'contacts', contact);
      const claims = await addresses.writes(contact, { before: undefined, after: contact });
      await commit(table, context, [
        putItem(toContactItem(contact, context.change), isNew),
        ...claims,
        ...counting,
        ...events.map(eventWrite),
      ]);
    },

    async save(before, after, events, context) {
      const update = setAttributes(toContactAttributes(after, context.change));
      const claims = await addresses.writes(after, { before, after });
      await commit(table, context, [
        updateItem(contactKey(after.workspaceId, after.id), update, revisionUnchanged(before)),
        ...claims,
        ...events.map(eventWrite),
      ]);
    },

    async remove(contact, erasure, { change }) {
      const { id, workspaceId } = contact;
      const claims = await addresses.writes(contact, { before: contact, after: undefined });
      await commit(table, { change }, [
        deleteItem(contactKey(workspaceId, id), revisionUnchanged(contact)),
        ...claims,
        ...erasureWrites(erasure, change),
        removalEntryWrite({ resource: 'contact', id, workspaceId }, change),
        ...(isCounted('contacts', id) ? [releaseQuota('contacts', workspaceId)] : []),
      ]);
    },
  };
}

function isFiltered({ stage, tag, platform }: ContactRange): boolean {
  return stage !== undefined || tag !== undefined || platform !== undefined;
}

function keyOf({ pk, sk }: Item): Key {
  return { pk: String(pk), sk: String(sk) };
}
