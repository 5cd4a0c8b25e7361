import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, membersOf } from './json-schema.ts';

/** Schemas that the document declares once and refers to by name. */
export type SchemaComponents = {
  /** Declares the named parts of a schema, itself included, and refers to them. */
  readonly refer: (schema: JsonSchema) => JsonSchema;
  /** Declares a schema under this name, its named parts under theirs. @throws Error if another schema has the name */
  readonly declare: (name: string, schema: JsonSchema) => JsonSchema;
  /** Everything declared so far, by name. */
  readonly all: () => Readonly<Record<string, JsonSchema>>;
};

/** A title that is the name of a component; titles for people have spaces or begin with a small letter. */
const NAME = /^[A-Z][A-Za-z0-9]*$/u;

const REFERENCE = '#/components/schemas/';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'propertyNames', 'not'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const BY_NAME = ['properties'];

/** Collects the components of one document. */
export function createSchemaComponents(): SchemaComponents {
  const declared = new Map<string, JsonSchema>();

  function refer(schema: JsonSchema): JsonSchema {
    const { title } = schema;
    if (typeof title === 'string' && NAME.test(title)) return declare(title, schema);
    return withMapping(withReferences(schema), declared);
  }

  function declare(name: string, { title: _, ...schema }: JsonSchema): JsonSchema {
    const referring = withMapping(withReferences(schema), declared);
    const known = declared.get(name);
    if (known && !isDeepStrictEqual(known, referring))
      throw new Error(`Two different schemas are called ${name}`);
    declared.set(name, referring);
    return { $ref: `${REFERENCE}${name}` };
  }

  function withReferences(schema: JsonSchema): JsonSchema {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (LISTS.includes(keyword) && Array.isArray(value)) return [keyword, value.map(referIn)];
        if (ONE.includes(keyword)) return [keyword, referIn(value)];
        if (!BY_NAME.includes(keyword)) return [keyword, value];
        const members = Object.entries(membersOf(value)).map(([name, member]) => [name, referIn(member)]);
        return [keyword, Object.fromEntries(members)];
      }),
    );
  }

  /** Schemas can be booleans too. */
  function referIn(value: unknown): unknown {
    return typeof value === 'object' ? refer(membersOf(value)) : value;
  }

  return { refer, declare, all: () => Object.fromEntries(declared) };
}

/**
 * A discriminator counts only between components (OpenAPI 3.1, 4.8.25), and says which value means which. Where an alternative
 * has no name, its own members tell the same.
 */
function withMapping(schema: JsonSchema, declared: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const { discriminator, ...rest } = schema;
  const { propertyName } = membersOf(discriminator);
  if (typeof propertyName !== 'string' || !Array.isArray(rest['oneOf'])) return schema;
  const mapping: [string, unknown][] = [];
  for (const alternative of rest['oneOf']) {
    const { $ref } = membersOf(alternative);
    const properties =
      typeof $ref === 'string' ? declared.get($ref.slice(REFERENCE.length))?.['properties'] : undefined;
    const value = membersOf(membersOf(properties)[propertyName])['const'];
    if (typeof value !== 'string') return rest;
    mapping.push([value, $ref]);
  }
  return { ...rest, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
}
