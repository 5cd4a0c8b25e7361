import { erasureWrites } from '#shared/events/store/erasure-writes.ts';
import { contactKey } from '#shared/events/store/keys.ts';
import { contactMatches } from '#shared/messaging/domain/contact-matches.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactReader, ContactStore } from '#shared/messaging/ports/contact-store.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { isCounted, releaseQuota } from '#shared/platform/store/quota-writes.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { deleteItem, revisionUnchanged } from '#shared/platform/store/write.ts';
import { createContactAddressReader } from './contact-addresses.ts';
import { fromDatedEntry, toDatedEntry, wantedValues } from './contact-index.ts';
import { fromContactItem } from './contact-items.ts';
import { createContactWrites } from './contact-writes.ts';
import { contactPartition, datedContactsPartition } from './keys.ts';
import { readMarkedList } from './marked-list.ts';

const [, BY_DUE] = CORE_TABLE.indexes;

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

    findKeptOptOuts: addresses.findKeptOptOuts,

    async findSameNumber(contact) {
      const { keptOptOuts, contactIds } = await addresses.findSameNumber(contact);
      const found = await Promise.all(contactIds.map((id) => find(contact.workspaceId, id)));
      return { keptOptOuts, contacts: found.flatMap((each) => each ?? []) };
    },

    async list(workspaceId, range) {
      const list = {
        workspaceId,
        partition: contactPartition(workspaceId),
        wanted: wantedValues(range),
        matches: (contact: Contact) => contactMatches(contact, range),
        decode: fromContactItem,
      };
      const { records: contacts, readTo } = await readMarkedList(table, list, range);
      return { contacts, readTo };
    },

    async listDated(workspaceId, until, limit, after) {
      const rows = await table.query({
        index: BY_DUE,
        pk: datedContactsPartition(workspaceId),
        from: after === undefined ? BEGINNING : `${toDatedEntry(after)}${END}`,
        to: `${until}${END}`,
        descending: false,
        limit,
      });
      return rows.map(({ dueSk }) => fromDatedEntry(String(dueSk)));
    },
  };
}

/** Contacts in the core table, with a uniqueness item for each address. */
export function createDynamoContactStore(table: WritableTable): ContactStore {
  const writes = createContactWrites(table);

  return {
    ...createDynamoContactReader(table),

    async create(contact, events, context) {
      await commit(table, context, await writes.creation(contact, events, context.change));
    },

    async createBySignup(contact, events, context) {
      await commit(table, context, await writes.creationBySignup(contact, events, context.change));
    },

    async save(before, after, events, context) {
      await commit(table, context, await writes.edit(before, after, events, context.change));
    },

    async remove(contact, erasure, { change }) {
      const { id, workspaceId } = contact;
      const released = await writes.release(contact);
      await commit(table, { change }, [
        deleteItem(contactKey(workspaceId, id), revisionUnchanged(contact)),
        ...released,
        ...erasureWrites(erasure, change),
        removalEntryWrite({ resource: 'contact', id, workspaceId }, change),
        ...(isCounted('contacts', id) ? [releaseQuota('contacts', workspaceId)] : []),
      ]);
    },
  };
}
