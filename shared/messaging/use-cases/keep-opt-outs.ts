import type { ContactChange } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { type OptIn, optOutsOfPhone, withKeptOptOuts } from '#shared/messaging/domain/kept-opt-outs.ts';
import type { ContactReader, SameNumber } from '#shared/messaging/ports/contact-store.ts';

/**
 * The change with the opt-outs of the phone number that the contact gets by it (docs/specification/messaging.md#opt-outs).
 */
export async function keepOptOuts(
  contacts: Pick<ContactReader, 'findKeptOptOuts'>,
  before: Contact | undefined,
  change: ContactChange,
  optedIn?: OptIn,
): Promise<ContactChange> {
  const { workspaceId, phone } = change.contact;
  if (phone === null || phone === before?.phone) return change;
  const kept = await contacts.findKeptOptOuts(workspaceId, phone);
  return { ...change, contact: withKeptOptOuts(change.contact, kept, optedIn) };
}

/**
 * The contact with the opt-outs that the other spelling of its phone number has kept. An edit that names opt-outs, and a message that stops
 * or allows messages, begin with them: they would otherwise end none of them.
 */
export async function withKeptSpelling(
  contacts: Pick<ContactReader, 'findSameNumber'>,
  contact: Contact,
): Promise<Contact> {
  return withKeptOptOuts(contact, (await contacts.findSameNumber(contact)).keptOptOuts);
}

/**
 * The contact with every opt-out of its phone number: those that the other spelling has kept, and those of a contact with this spelling.
 * Everything that sends asks for them.
 */
export async function withOptOutsOfNumber(
  contacts: Pick<ContactReader, 'findSameNumber'>,
  contact: Contact,
): Promise<Contact> {
  return withSameNumber(contact, await contacts.findSameNumber(contact));
}

/** The same, with what is known about the number already. */
export function withSameNumber(contact: Contact, { keptOptOuts, contacts: others }: SameNumber): Contact {
  const known = others.map((other) => optOutsOfPhone(other, undefined));
  return [keptOptOuts, ...known].reduce((found, optOuts) => withKeptOptOuts(found, optOuts), contact);
}
