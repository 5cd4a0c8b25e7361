import * as messagingErrors from '#shared/messaging/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { type ContactChange, type ContactEdit, editContact, newContact } from './contact-edit.ts';
import type { Contact } from './contact.ts';
import { dialledNumber } from './phone-spellings.ts';

/**
 * The contact that a line creates or changes; undefined if the line changes nothing.
 * @param found the contacts with the addresses of the line
 * @throws PlatformError `contact_exists` if the addresses belong to two contacts
 */
export function importContact(
  identity: Pick<Contact, 'id' | 'workspaceId'>,
  fields: ContactEdit,
  found: readonly Contact[],
  now: Date,
): { readonly before: Contact | undefined; readonly change: ContactChange } | undefined {
  const [before, other] = [found[0], found.find(({ id }) => id !== found[0]?.id)];
  if (before && other) {
    const detail =
      'The email address and the phone number belong to two contacts. Correct the line, or one of the contacts.';
    throw new PlatformError(messagingErrors.contact_exists, detail, { contact: other.id, field: 'phone' });
  }
  if (!before) return { before, change: newContact(identity, fields, now) };
  const change = editContact(before, withoutOptIn(before, withoutSpelling(before, fields)), now);
  return change && { before, change };
}

/** A line that finds its contact by the other spelling of its phone number changes no spelling: two files would otherwise change it in turn. */
function withoutSpelling(before: Contact, fields: ContactEdit): ContactEdit {
  const { phone } = fields;
  if (typeof phone !== 'string' || before.phone === null) return fields;
  return dialledNumber(phone) === dialledNumber(before.phone) ? { ...fields, phone: before.phone } : fields;
}

/** A file is older than the contact: it never ends an opt-out, which the contact may have sent after the file was written. */
function withoutOptIn(before: Contact, fields: ContactEdit): ContactEdit {
  if (fields.optedOut === undefined) return fields;
  return { ...fields, optedOut: [...new Set([...before.optOuts.keys(), ...fields.optedOut])] };
}
