import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, membersOf } from './json-schema.ts';
import { pascalCase } from './operation-id.ts';
import { mapSubschemas } from './subschemas.ts';

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

/** Collects the components of one document. */
export function createSchemaComponents(): SchemaComponents {
  const declared = new Map<string, JsonSchema>();

  function refer(schema: JsonSchema): JsonSchema {
    const { title } = schema;
    if (typeof title === 'string' && NAME.test(title)) return declare(title, schema);
    return withMapping(mapSubschemas(schema, refer), declared);
  }

  function declare(name: string, { title: _, ...schema }: JsonSchema): JsonSchema {
    const part = (inner: JsonSchema, member?: string) =>
      refer(member ? nameNullable(inner, name, member) : inner);
    const referring = withMapping(mapSubschemas(schema, part), declared);
    const known = declared.get(name);
    if (known && !isDeepStrictEqual(known, referring))
      throw new Error(`Two different schemas are called ${name}`);
    declared.set(name, referring);
    return { $ref: `${REFERENCE}${name}` };
  }

  return { refer, declare, all: () => Object.fromEntries(declared) };
}

/** An object that can be null has its place for a name: generators call one of two alternatives `…Type0` otherwise. */
function nameNullable(schema: JsonSchema, owner: string, member: string): JsonSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || membersOf(anyOf[1])['type'] !== 'null') return schema;
  const object = membersOf(anyOf[0]);
  if (object['type'] !== 'object' || 'title' in object) return schema;
  return { ...schema, anyOf: [{ ...object, title: `${owner}${pascalCase(member)}` }, anyOf[1]] };
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
