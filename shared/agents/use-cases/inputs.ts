import * as v from 'valibot';
import { faultOf } from '#shared/agents/domain/value-fault.ts';

/** A text with a description for the model. */
export function text(description: string, max = 200) {
  return v.pipe(v.string(), v.maxLength(max), v.description(description));
}

/*
 * The schemas of arguments have patterns and no `format`: clients read a format strictly, or reject formats that they do not know. A JSON Schema has no
 * flags.
 */
const UUID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export function id(description: string) {
  return v.pipe(v.string(), v.regex(UUID, 'Use a UUID.'), v.description(description));
}

export function day(description: string) {
  return v.pipe(v.string(), v.regex(DAY, 'Use a date, such as 2026-11-28.'), v.description(description));
}

export function time(description: string) {
  return v.pipe(v.string(), v.regex(TIME, 'Use a time, such as 09:30.'), v.description(description));
}

const REVISION = /^[!#-~]{1,100}$/;

/** A revision, which becomes part of the header `If-Match`. */
export function revisionField(description: string) {
  return v.pipe(v.string(), v.regex(REVISION), v.description(description));
}

export function instant(description: string) {
  return v.pipe(
    v.string(),
    v.regex(INSTANT, 'Use an RFC 3339 date-time with "Z" or an offset, such as 2026-11-28T09:00:00Z.'),
    v.description(`${description}, such as 2026-11-28T09:00:00Z`),
  );
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
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(2000),
      v.description('`next_cursor` of the previous result'),
    ),
  ),
};

/** The values of an input that are present: an absent one is not sent. */
export function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/**
 * Arguments as a client means them. Models and clients that have no value for an optional argument send null or an empty text, and some clients
 * send an argument that is no text as the text of its JSON. A record whose values cannot be null, such as `parameters`, is treated alike.
 */
export function asMeant(entries: v.ObjectEntries, input: unknown): unknown {
  if (!isObject(input)) return input;
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, given]) => {
      const schema = Object.hasOwn(entries, name) ? entries[name] : undefined;
      if (!schema) return [[name, given]];
      if (isAbsent(schema, given)) return [];
      const value = typeof given === 'string' ? valueOf(schema, given) : given;
      if (!isObject(value) || v.is(schema, value)) return [[name, value]];
      return [[name, Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))]];
    }),
  );
}

type Argument = v.ObjectEntries[string];

function isAbsent(schema: Argument, value: unknown): boolean {
  return schema.type === 'optional' && (value === null || (value === '' && !v.is(schema, value)));
}

/** The value of an argument that is no text but was sent as one; otherwise the text. The text of a post can be `42`. */
function valueOf(schema: Argument, sent: string): unknown {
  const [issue] = v.safeParse(schema, sent).issues ?? [];
  if (issue?.kind !== 'schema' || issue.type === 'picklist') return sent;
  try {
    const value: unknown = JSON.parse(sent);
    return faultOf(value) === undefined ? value : sent;
  } catch {
    return sent;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
