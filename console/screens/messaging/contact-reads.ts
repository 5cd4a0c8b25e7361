import type { components, operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Contact = components['schemas']['Contact'];
export type NewContact = operations['createContact']['requestBody']['content']['application/json'];
export type ContactChanges = operations['updateContact']['requestBody']['content']['application/json'];
/** A contact that this platform or another system manages. */
export type AnyContact = operations['getContact']['responses'][200]['content']['application/json']['data'];

export const CONTACTS = '/api/v1/salesbot/contacts';

/** The key of a contact among the queries. */
export function contactKey(contact: string): readonly string[] {
  return ['contact', contact];
}

/** Reads a contact and keeps it current. */
export function useContact(contact: string, refetchMs = 0): Loaded<AnyContact> {
  const { session } = useSigned();
  return useQuery(
    contactKey(contact),
    () => readContact(session, contact),
    () => (refetchMs > 0 ? refetchMs : false),
  );
}

/** Reads a contact. */
export async function readContact({ api }: Session, contact: string): Promise<AnyContact> {
  const read = api.GET('/api/v1/salesbot/contacts/{contact}', { params: { path: { contact } } });
  return dataOf(read);
}

/** Reads a contact that this platform manages, as only such a contact can be edited. */
export async function readOwnContact(session: Session, contact: string): Promise<Contact> {
  const found = await readContact(session, contact);
  if (found.source !== 'platform') throw new Error('Another system manages the contact');
  return found;
}

/** What a person calls a contact. */
export function nameOf({
  name,
  phone,
  email,
  id,
}: Partial<Pick<AnyContact, 'name' | 'phone' | 'email'>> & { id: string }): string {
  return [name, phone, email].find(isFilled) ?? `Contact ${id}`;
}

function isFilled(text: unknown): text is string {
  return typeof text === 'string' && text !== '';
}

/** The path of the API for a contact. */
export function contactPath(contact: string): string {
  return `${CONTACTS}/${encodeURIComponent(contact)}`;
}
