import type { Contact } from '#shared/messaging/domain/contact.ts';
import { contactResponse, contactTag } from '#shared/messaging/http/contact-view.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import { loadContact } from '#shared/messaging/use-cases/load-contact.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { noneMatchHits } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly contacts: Pick<ContactReader, 'find'> };

/** Reads a contact; a matching `If-None-Match` returns 304. */
export function createHandler({ contacts }: Dependencies): OperationHandler<typeof operation, Contact> {
  return {
    load: (request) => loadContact(contacts, request),

    async handle({ resource: contact, event }) {
      const tag = contactTag(contact);
      if (noneMatchHits(event.headers['if-none-match'], tag.ETag)) return { status: 304, headers: tag };
      return contactResponse(200, contact);
    },
  };
}
