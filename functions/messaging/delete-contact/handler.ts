import type { ErasureRequests } from '#shared/events/ports/erasure-requests.ts';
import { planErasure, settledAfter } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { contactRevision } from '#shared/messaging/http/contact-view.ts';
import { loadContact } from '#shared/messaging/http/load-contact.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly contacts: Pick<ContactStore, 'find' | 'remove'>;
  readonly erasures: Pick<ErasureRequests, 'findLast'>;
};

/** Deletes a contact and requests the erasure of its stored events, in one transaction. */
export function createHandler({
  contacts,
  erasures,
}: Dependencies): OperationHandler<typeof operation, Contact> {
  return {
    load: (request) => loadContact(contacts, request),
    revisionOf: contactRevision,

    async handle({ resource: contact, now, command }) {
      const { id, workspaceId, updatedAt } = contact;
      const subject = { id: newId(now), workspaceId, contact: hashContact(id) };
      const last = await erasures.findLast(workspaceId, subject.contact);
      // Until the transaction, other requests and receipts can record events with the contact. After it, they cannot.
      const settled = settledAfter(now);
      const plan = planErasure(last, subject, now, updatedAt > settled ? updatedAt : settled);
      const response = { status: 204 };
      await contacts.remove(contact, plan, await command(response));
      return response;
    },
  };
}
