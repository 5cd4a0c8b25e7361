import * as v from 'valibot';

const aboutContact = v.object({ data: v.object({ contact: v.object({ id: v.string() }) }) });

/** The producer's id of the contact in the body of an event; undefined if the event has no contact. */
export function findContactId(body: string): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), aboutContact), body);
  return parsed.success ? parsed.output.data.contact.id : undefined;
}
