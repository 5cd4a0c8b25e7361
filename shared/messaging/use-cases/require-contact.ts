import * as eventsErrors from '#shared/events/errors.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';

/** The contact whose ID is in the body. @throws ValidationError `contact_not_found` */
export async function requireContact(
  contacts: Pick<ContactReader, 'find'>,
  workspaceId: string,
  contactId: string,
): Promise<Contact> {
  const contact = await contacts.find(workspaceId, contactId);
  if (!contact) throw unknownContact();
  return contact;
}

/** The error of a body with the ID of a contact that does not exist. */
export function unknownContact(): ValidationError {
  const detail = 'The workspace has no contact with this ID. Use the ID of a contact from listContacts.';
  return new ValidationError([{ pointer: '#/contact_id', ...eventsErrors.contact_not_found(), detail }]);
}
