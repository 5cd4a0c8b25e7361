import { type JsonSchema, membersOf } from './json-schema.ts';
import { mapSubschemas } from './subschemas.ts';

/** The keyword for values that are known today; `enum` would say that there will never be others. */
export const OPEN_LIST = 'x-extensible-enum';

/** Lists that are longer are told in guides. */
const MOST_TOLD = 20;

/**
 * What the platform sends, described so that new values are no break (docs/api/compatibility.md): a client that was generated
 * from closed lists fails at the first new one. What callers send stays closed.
 */
export function withOpenLists(schema: JsonSchema): JsonSchema {
  const list = listOf(schema);
  if (!list) return mapSubschemas(schema, withOpenLists);
  const { values, rest } = list;
  const told = values.length <= MOST_TOLD ? sentenceOf(values) : undefined;
  const said = [rest['description'], told].filter((text) => typeof text === 'string');
  return {
    ...rest,
    ...(said.length === 0 ? {} : { description: said.join('. ') }),
    [OPEN_LIST]: values,
  };
}

/** A schema of its own with the list closed again, for whoever wants to hear of a new value. */
export function withClosedList({ [OPEN_LIST]: values, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(values)) return rest;
  const known: readonly unknown[] = values;
  return { ...rest, enum: Array.isArray(rest['type']) ? [...known, null] : known };
}

/** A list of texts, or of texts and null, and what else its schema says. */
function listOf(schema: JsonSchema): { values: readonly unknown[]; rest: JsonSchema } | undefined {
  const { enum: values, anyOf, ...rest } = schema;
  if (Array.isArray(values) && rest['type'] === 'string') return { values, rest };
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || membersOf(anyOf[1])['type'] !== 'null') return undefined;
  const some = listOf(membersOf(anyOf[0]));
  if (!some || 'title' in some.rest) return undefined;
  return { values: some.values, rest: { ...some.rest, ...rest, type: ['string', 'null'] } };
}

function sentenceOf(values: readonly unknown[]): string {
  const names = values.map((value) => `\`${String(value)}\``);
  return names.length === 1
    ? `So far always ${names[0]}; others may come`
    : `One of ${names.join(', ')}; others may come`;
}
