import type { ContactChange } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { type OptIn, withKeptOptOuts } from '#shared/messaging/domain/kept-opt-outs.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';

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
