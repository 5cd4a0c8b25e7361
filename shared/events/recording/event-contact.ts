import * as v from 'valibot';

/** Whom an event is about: the producer's id of the contact; null if the event has no contact or was redacted. */
export type EventContact = { readonly id: string | null };

const json = v.pipe(v.string(), v.parseJson());
const aboutContact = v.object({ data: v.object({ contact: v.object({ id: v.string() }) }) });

/** The contact in the body of an event; undefined if the body is not JSON, so that the contact is unknown. */
export function findContact(body: string): EventContact | undefined {
  // A redacted event has an empty body.
  if (body === '') return { id: null };
  const parsed = v.safeParse(json, body);
  if (!parsed.success) return undefined;
  const about = v.safeParse(aboutContact, parsed.output);
  return { id: about.success ? about.output.data.contact.id : null };
}
