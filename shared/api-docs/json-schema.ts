import { type ConversionConfig, type JsonSchema as Converted, toJsonSchema } from '@valibot/to-json-schema';
import { type GenericSchema, getMetadata } from 'valibot';
import { anyObject } from '#shared/platform/core/json-object.ts';

/** A JSON Schema 2020-12, or any other part of the OpenAPI document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The side of a schema: what a client may send, or what a response contains. */
export type Side = 'input' | 'output';

type OverrideSchema = NonNullable<ConversionConfig['overrideSchema']>;
type OverrideAction = NonNullable<ConversionConfig['overrideAction']>;

/** Marks a schema after a transformation: later keywords describe another value than the one that was sent. */
const CHANGED = Symbol('changed');

/** Transformations after which JSON Schema still describes the string that was sent. */
const PRESERVING: ReadonlySet<string> = new Set(['trim', 'to_lower_case', 'to_upper_case']);

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * Converts a valibot schema to JSON Schema 2020-12. A check is an opaque function, so the metadata of the schema repeats its
 * meaning in JSON Schema keywords: `v.metadata({ pattern: '…' })`, or `{ jsonSchema: {…} }` to replace the schema.
 */
export function jsonSchemaOf(schema: GenericSchema, side: Side): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    // A response has to match every schema of a pipe, not only the first.
    ...(side === 'output' ? { typeMode: side } : {}),
    errorMode: 'ignore',
    overrideSchema,
    overrideAction: overrideAction(side),
  });
  return tidy(converted);
}

/** The members of an object, for access by name; empty for any other value. */
export function membersOf(value: unknown): JsonSchema {
  return isObject(value) ? { ...value } : {};
}

/** The media type of a response that is not JSON, from the metadata of its schema. */
export function mediaTypeOf(schema: GenericSchema): string {
  const { mediaType } = getMetadata(schema);
  return typeof mediaType === 'string' ? mediaType : 'application/json';
}

/** The forms in which a response is sent: each option of a union whose options have several media types, otherwise the schema itself. */
export function formsOf(schema: GenericSchema): readonly GenericSchema[] {
  if (schema.type !== 'union' || !('options' in schema)) return [schema];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a union of valibot has schemas as its options
  const options = schema.options as readonly GenericSchema[];
  return new Set(options.map(mediaTypeOf)).size > 1 ? options : [schema];
}

/** Removes the symbols of this conversion, and keywords without effect. */
function tidy<T>(value: T): T;
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy<unknown>(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([keyword, content]) => !isEmpty(keyword, content))
      .map(([keyword, content]) => [keyword, tidy<unknown>(content)]),
  );
}

function isEmpty(keyword: string, content: unknown): boolean {
  return (
    (keyword === 'required' && Array.isArray(content) && content.length === 0) ||
    (keyword === 'minLength' && content === 0)
  );
}

const overrideSchema: OverrideSchema = ({ valibotSchema, jsonSchema }) => {
  if (valibotSchema === anyObject) return { ...jsonSchema, type: 'object', additionalProperties: true };
  if (valibotSchema.type === 'literal' && typeof jsonSchema.const === 'string')
    return { ...jsonSchema, type: 'string' };
  if (valibotSchema.type === 'variant' && 'key' in valibotSchema)
    return { ...jsonSchema, discriminator: { propertyName: valibotSchema.key } };
  return valibotSchema.type === 'nullable' ? withNull(jsonSchema) : undefined;
};

/** For scalar types, `type: [string, null]` is more readable than `anyOf`. */
function withNull({ anyOf: [value] = [], ...rest }: Converted): Converted | undefined {
  if (typeof value !== 'object' || 'enum' in value || 'const' in value || 'title' in value) return undefined;
  const { type } = value;
  return typeof type === 'string' && SCALARS.has(type)
    ? { ...rest, ...value, type: [type, 'null'] }
    : undefined;
}

function overrideAction(side: Side): OverrideAction {
  return ({ valibotAction, jsonSchema: given }) => {
    const original: unknown = Reflect.get(given, CHANGED);
    if (valibotAction.type === 'metadata' && 'metadata' in valibotAction) {
      const metadata = membersOf(valibotAction.metadata);
      return isObject(original)
        ? frozen(withMetadata(original, metadata, side))
        : withMetadata(given, metadata, side);
    }
    // The converter has already added the keyword of this action; after a transformation it must not stay.
    if (isObject(original)) {
      const { description } = given;
      return frozen(valibotAction.type === 'description' ? { ...original, description } : original);
    }
    // `max_code_points` is exactly `maxLength` of JSON Schema, but the converter does not know it.
    if (valibotAction.type === 'max_code_points' && 'requirement' in valibotAction)
      return { ...given, maxLength: Number(valibotAction.requirement) };
    if (side === 'input' && valibotAction.kind === 'transformation' && !PRESERVING.has(valibotAction.type))
      return frozen(given);
    return undefined;
  };
}

function frozen(jsonSchema: object): object {
  return Object.assign({ ...jsonSchema }, { [CHANGED]: { ...jsonSchema } });
}

function withMetadata(jsonSchema: object, metadata: JsonSchema, side: Side): object {
  // The converter has copied all metadata, including the keys that only this conversion uses.
  const { mediaType: _, jsonSchema: replacement, shownAs, ...keywords } = { ...jsonSchema, ...metadata };
  if (isSchema(shownAs)) return jsonSchemaOf(shownAs, side);
  return isObject(replacement) ? { ...replacement } : keywords;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSchema(value: unknown): value is GenericSchema {
  return isObject(value) && 'kind' in value && value.kind === 'schema';
}
