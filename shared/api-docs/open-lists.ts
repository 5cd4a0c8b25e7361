import { type JsonSchema, membersOf } from './json-schema.ts';
import { mapSubschemas } from './subschemas.ts';

/** The keyword for the current values of an extensible list; `enum` would exclude other values. */
export const OPEN_LIST = 'x-extensible-enum';

/** Longer lists are documented in the guides. */
const MAX_LISTED = 20;

/**
 * Makes the enums of responses extensible, so that a new value is not a breaking change (docs/api/compatibility.md): a client that
 * was generated from closed enums fails at the first new value. The enums of requests stay closed.
 */
export function withOpenLists(schema: JsonSchema): JsonSchema {
  const list = findEnum(schema);
  if (!list) return mapSubschemas(schema, withOpenLists);
  const { values, rest } = list;
  const listed = values.length <= MAX_LISTED ? listValues(values) : undefined;
  const parts = [rest['description'], listed].filter((text) => typeof text === 'string');
  return {
    ...rest,
    ...(parts.length === 0 ? {} : { description: parts.join('. ') }),
    [OPEN_LIST]: values,
  };
}

/** A copy of the schema with a closed `enum`, for clients that want to detect a new value. */
export function withClosedList({ [OPEN_LIST]: values, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(values)) return rest;
  const known: readonly unknown[] = values;
  return { ...rest, enum: Array.isArray(rest['type']) ? [...known, null] : known };
}

/** The values of an enum of strings, with or without null, and the rest of the schema. */
function findEnum(schema: JsonSchema): { values: readonly unknown[]; rest: JsonSchema } | undefined {
  const { enum: values, anyOf, ...rest } = schema;
  if (Array.isArray(values) && rest['type'] === 'string') return { values, rest };
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || membersOf(anyOf[1])['type'] !== 'null') return undefined;
  const some = findEnum(membersOf(anyOf[0]));
  if (!some || 'title' in some.rest) return undefined;
  return { values: some.values, rest: { ...some.rest, ...rest, type: ['string', 'null'] } };
}

function listValues(values: readonly unknown[]): string {
  const names = values.map((value) => `\`${String(value)}\``);
  return names.length === 1
    ? `Currently always ${names[0]}; more values may be added`
    : `One of ${names.join(', ')}; more values may be added`;
}
