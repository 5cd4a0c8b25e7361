import { type GivenConsent, withConsent } from './contact-consent.ts';
import { type ContactChange, newContact } from './contact-edit.ts';
import type { Contact } from './contact.ts';
import { timeOfEdit } from './time-of-edit.ts';

/** What a visitor sent from a page, valid and trimmed. */
export type Signup = {
  readonly workspaceId: string;
  readonly name: string | null;
  readonly email: string;
  readonly consent: GivenConsent;
};

/** The contact of a sign-up with an address that no contact has. */
export function contactFromSignup(id: string, { workspaceId, name, email, consent }: Signup): ContactChange {
  const fields = { name, email, platform: 'biolink' } as const;
  const created = newContact({ id, workspaceId }, fields, consent.at);
  return { ...created, contact: { ...created.contact, consents: withConsent([], consent) } };
}

/**
 * The contact with the consent of another sign-up. Nothing else changes, because anybody can enter the address of somebody else. A repeated
 * sign-up changes the contact, too, so that it takes as long as the first one.
 */
export function withSignup(before: Contact, { consent }: Signup): ContactChange {
  const contact = {
    ...before,
    consents: withConsent(before.consents, consent),
    revision: before.revision + 1,
    updatedAt: timeOfEdit(before, consent.at),
  };
  return { contact, happened: [{ kind: 'updated' }] };
}
