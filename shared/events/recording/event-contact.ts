import * as v from 'valibot';

const aboutContact = v.object({ data: v.object({ contact: v.object({ id: v.string() }) }) });

/** The contact that an event's body is about, by the producer's id; undefined if it is about nobody. */
export function contactOf(body: string): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), aboutContact), body);
  return parsed.success ? parsed.output.data.contact.id : undefined;
}
