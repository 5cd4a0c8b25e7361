import { type JsonSchema, membersOf } from './json-schema.ts';

/** Keywords whose value is a schema, an array of schemas, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'propertyNames', 'not'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const BY_NAME = ['properties'];

/** The schema with each direct subschema replaced; `name` is the name of the property, if the subschema describes one. */
export function mapSubschemas(
  schema: JsonSchema,
  change: (part: JsonSchema, name?: string) => JsonSchema,
): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (LISTS.includes(keyword) && Array.isArray(value))
        return [keyword, value.map((part) => changeIn(part))];
      if (ONE.includes(keyword)) return [keyword, changeIn(value)];
      if (!BY_NAME.includes(keyword)) return [keyword, value];
      const members = Object.entries(membersOf(value)).map(([name, part]) => [name, changeIn(part, name)]);
      return [keyword, Object.fromEntries(members)];
    }),
  );

  /** A subschema can also be a boolean. */
  function changeIn(part: unknown, name?: string): unknown {
    return typeof part === 'object' ? change(membersOf(part), name) : part;
  }
}
