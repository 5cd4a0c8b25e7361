import * as v from 'valibot';

/** A text with a description for the model. */
export function text(description: string, max = 200) {
  return v.pipe(v.string(), v.maxLength(max), v.description(description));
}

export function id(description: string) {
  return v.pipe(v.string(), v.uuid(), v.description(description));
}

// A JSON Schema has no flags.
const REVISION = /^[!#-~]{1,100}$/;

/** A revision, which becomes part of the header `If-Match`. */
export function revisionField(description: string) {
  return v.pipe(v.string(), v.regex(REVISION), v.description(description));
}

export function instant(description: string) {
  return v.pipe(v.string(), v.isoTimestamp(), v.description(`${description}, such as 2026-11-28T09:00:00Z`));
}

/** Where and how much of a list to read. Results are read by a model, so pages are short. */
export const page = {
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(100),
      v.description('Maximum number of entries; 20 by default'),
    ),
    20,
  ),
  cursor: v.optional(text('`next_cursor` of the previous result', 2000)),
};

/** The values of an input that are present: an absent one is not sent. */
export function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A number with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
