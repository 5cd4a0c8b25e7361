import type { MessagingChannel } from '#shared/events/catalogue/channels.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { contactKey } from '#shared/events/store/keys.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { countSampled, takeSampledQuota } from '#shared/platform/store/quota-writes.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  checkItem,
  exists,
  isNew,
  putItem,
  revisionUnchanged,
  updateItem,
  type Write,
} from '#shared/platform/store/write.ts';
import { createContactAddresses } from './contact-addresses.ts';
import { toContactAttributes, toContactItem } from './contact-items.ts';

/** The writes of contacts with their events, for the transaction of a command. */
export function createContactWrites(table: WritableTable) {
  const addresses = createContactAddresses(table);

  async function newContact(contact: Contact, change: Change, optedIn?: MessagingChannel): Promise<Write[]> {
    const claims = await addresses.writes(contact, { before: undefined, after: contact, optedIn });
    return [putItem(toContactItem(contact, change), isNew), ...claims];
  }

  return {
    /** Creates a contact. @throws PlatformError `quota_exceeded`; the writes fail with it or with `contact_exists` */
    async creation(contact: Contact, events: readonly RecordedEvent[], change: Change): Promise<Write[]> {
      const counting = await takeSampledQuota(table, 'contacts', contact);
      return [...(await newContact(contact, change)), ...counting, ...events.map(eventWrite)];
    },

    /**
     * Creates the contact of the first message from a phone number, also above the quota: a message or a STOP must not be lost. The
     * writes fail with `contact_exists`.
     * @param optedIn the channel on which the message ends an opt-out
     */
    async creationByMessage(contact: Contact, change: Change, optedIn?: MessagingChannel): Promise<Write[]> {
      return [...(await newContact(contact, change, optedIn)), ...countSampled('contacts', contact)];
    },

    /** Creates the contact of a sign-up with its events, also above the quota. The writes fail with `contact_exists`. */
    async creationBySignup(
      contact: Contact,
      events: readonly RecordedEvent[],
      change: Change,
    ): Promise<Write[]> {
      const counting = countSampled('contacts', contact);
      return [...(await newContact(contact, change)), ...counting, ...events.map(eventWrite)];
    },

    /** Writes a contact if its revision is unchanged; the writes fail with `contact_exists`. */
    async edit(
      before: Contact,
      after: Contact,
      events: readonly RecordedEvent[],
      change: Change,
    ): Promise<Write[]> {
      const update = setAttributes(toContactAttributes(after, change));
      const claims = await addresses.writes(after, { before, after });
      return [
        updateItem(contactKey(after.workspaceId, after.id), update, revisionUnchanged(before)),
        ...claims,
        ...events.map(eventWrite),
      ];
    },

    /** Releases the addresses of a contact that is deleted; its phone number keeps its opt-outs. */
    release: (contact: Contact): Promise<Write[]> =>
      addresses.writes(contact, { before: contact, after: undefined }),
  };
}

/** Requires that nobody has deleted the contact. */
export function contactStored({ workspaceId, contactId }: Pick<Message, 'workspaceId' | 'contactId'>): Write {
  return checkItem(contactKey(workspaceId, contactId), exists);
}

/** Requires that nobody has changed or deleted the contact since it was read. */
export function contactUnchanged(contact: Contact): Write {
  return checkItem(contactKey(contact.workspaceId, contact.id), revisionUnchanged(contact));
}
