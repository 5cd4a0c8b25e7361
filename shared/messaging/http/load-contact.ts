import * as eventsErrors from '#shared/events/errors.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';

type ContactRequest = { readonly principal: Principal; readonly params: { readonly contact: string } };

/** Finds the contact of the path. @throws PlatformError `contact_not_found` */
export async function loadContact(
  contacts: Pick<ContactReader, 'find'>,
  { principal, params }: ContactRequest,
): Promise<Contact> {
  const contact = await contacts.find(principal.workspaceId, params.contact);
  if (!contact) throw notFound(eventsErrors.contact_not_found);
  return contact;
}
