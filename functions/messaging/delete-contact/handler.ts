import type { Contact } from '#shared/messaging/domain/contact.ts';
import { contactRevision } from '#shared/messaging/http/contact-view.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import { loadContact } from '#shared/messaging/use-cases/load-contact.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { hashContact } from '#shared/platform/runtime/contact-hash.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { planErasure } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly contacts: Pick<ContactStore, 'find' | 'remove'>;
  readonly erasures: Pick<ErasureStore, 'findLast'>;
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
      // An erasure covers the events until its time. An edit that won a race against this request is later than the request.
      const at = updatedAt > now ? updatedAt : now;
      const subject = { id: newId(at), workspaceId, contact: hashContact(id) };
      const plan = planErasure(await erasures.findLast(workspaceId, subject.contact), subject, at);
      const response = { status: 204 };
      await contacts.remove(contact, plan, await command(response));
      return response;
    },
  };
}
