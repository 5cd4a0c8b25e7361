import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, membersOf } from './json-schema.ts';
import { pascalCase } from './operation-id.ts';
import { mapSubschemas } from './subschemas.ts';

/** Schemas that the document declares once and references by name. */
export type SchemaComponents = {
  /** Declares the named parts of a schema, itself included, and replaces them with references. */
  readonly refer: (schema: JsonSchema) => JsonSchema;
  /** Declares a schema under this name, and its named parts under their own. @throws Error if another schema has the name */
  readonly declare: (name: string, schema: JsonSchema) => JsonSchema;
  /** Everything declared so far, by name. */
  readonly all: () => Readonly<Record<string, JsonSchema>>;
};

/** A title that is the name of a component; titles for people contain spaces or start with a lower-case letter. */
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

/** Names an object that can be null after its field; otherwise code generators call one of the two alternatives `…Type0`. */
function nameNullable(schema: JsonSchema, owner: string, member: string): JsonSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || membersOf(anyOf[1])['type'] !== 'null') return schema;
  const object = membersOf(anyOf[0]);
  if (object['type'] !== 'object' || 'title' in object) return schema;
  return { ...schema, anyOf: [{ ...object, title: `${owner}${pascalCase(member)}` }, anyOf[1]] };
}

/**
 * A discriminator works only between components (OpenAPI 3.1, 4.8.25), and maps each value to its component. If an alternative has
 * no name, the discriminator is omitted; the `const` fields contain the same information.
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
