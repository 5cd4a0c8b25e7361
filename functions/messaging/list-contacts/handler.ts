import { contactMatches } from '#shared/messaging/domain/contact-matches.ts';
import { type Contact, type ContactAddress, addressesOf } from '#shared/messaging/domain/contact.ts';
import { contactView } from '#shared/messaging/http/contact-view.ts';
import { normalisePhone } from '#shared/messaging/http/normalise-phone.ts';
import type { ContactPage, ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly contacts: Pick<ContactReader, 'list' | 'findByAddress'>;
  readonly phoneNumbers: PhoneNumbers;
};

/** Lists the contacts of the workspace, or finds the one with an address. */
export function createHandler({ contacts, phoneNumbers }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor, phone: text, ...selection } }) {
      const phone = await normalisePhone(phoneNumbers, text, { parameter: 'phone' });
      const filters = { ...selection, phone };
      const scope = { list: 'contacts', workspace: workspaceId, filters };
      const after = decodeCursor(cursor, scope);
      const { email = null, order, changed_since: changedSince, ...others } = selection;
      const wanted = { ...others, changedSince };
      const addresses = addressesOf({ email, phone: phone ?? null });
      const { contacts: found, readTo } =
        addresses.length > 0
          ? await findOne(addresses)
          : await contacts.list(workspaceId, { ...wanted, order, limit, after });
      return { status: 200, body: pageTo(found.map(contactView), readTo, scope) };

      async function findOne(wantedAddresses: readonly ContactAddress[]): Promise<ContactPage> {
        for (const address of wantedAddresses) {
          const contact = await contacts.findByAddress(workspaceId, address);
          if (!contact) continue;
          const isMeant =
            contactMatches(contact, wanted) && hasBoth(contact, { email, phone: phone ?? null });
          return { contacts: isMeant ? [contact] : [], readTo: undefined };
        }
        return { contacts: [], readTo: undefined };
      }
    },
  };
}

/** Whether the contact has both addresses; null is none. */
function hasBoth(contact: Contact, { email, phone }: Pick<Contact, 'email' | 'phone'>): boolean {
  const own = addressesOf(contact);
  return [
    { email, phone: null },
    { email: null, phone },
  ].every((each) => {
    const [wanted] = addressesOf(each);
    return !wanted || own.some(({ kind, value }) => kind === wanted.kind && value === wanted.value);
  });
}
