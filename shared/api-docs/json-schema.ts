import { type ConversionConfig, type JsonSchema as Converted, toJsonSchema } from '@valibot/to-json-schema';
import { type GenericSchema, getMetadata } from 'valibot';
import { anyObject } from '#shared/platform/core/json-object.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** What one place of the document sees: what a caller may send, or what an answer holds. */
export type Side = 'input' | 'output';

type OverrideSchema = NonNullable<ConversionConfig['overrideSchema']>;
type OverrideAction = NonNullable<ConversionConfig['overrideAction']>;

/** What a pipe says after this is about another value than the one that was sent. */
const CHANGED = Symbol('changed');

/** Transformations after which a text is still the text that was sent, as far as JSON Schema can tell. */
const KEEPING: ReadonlySet<string> = new Set(['trim', 'to_lower_case', 'to_upper_case']);

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * JSON Schema 2020-12 of a valibot schema. A check is a function that nobody can read, so the schema's metadata says once more
 * what it means, in keywords of JSON Schema: `v.metadata({ pattern: '…' })`, or `{ jsonSchema: {…} }` for the whole of it.
 */
export function jsonSchemaOf(schema: GenericSchema, side: Side): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    // What is sent has to pass every schema of a pipe, not the first alone.
    ...(side === 'output' ? { typeMode: side } : {}),
    errorMode: 'ignore',
    overrideSchema,
    overrideAction: overrideAction(side),
  });
  return tidy(converted);
}

/** The members of a value that is an object, to be looked at one by one; none of anything else. */
export function membersOf(value: unknown): JsonSchema {
  return isObject(value) ? { ...value } : {};
}

/** The media type of an answer that is a text of another kind than JSON, named in the schema's metadata. */
export function mediaTypeOf(schema: GenericSchema): string {
  const { mediaType } = getMetadata(schema);
  return typeof mediaType === 'string' ? mediaType : 'application/json';
}

/** Without the marks of this conversion, and without keywords that say nothing. */
function tidy<T>(value: T): T;
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy<unknown>(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([keyword, said]) => !isEmpty(keyword, said))
      .map(([keyword, said]) => [keyword, tidy<unknown>(said)]),
  );
}

function isEmpty(keyword: string, said: unknown): boolean {
  return (
    (keyword === 'required' && Array.isArray(said) && said.length === 0) ||
    (keyword === 'minLength' && said === 0)
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

/** `type: [string, null]` reads better than a choice of two, where nothing but the type is at stake. */
function withNull({ anyOf: [value] = [], ...rest }: Converted): Converted | undefined {
  if (typeof value !== 'object' || 'enum' in value || 'const' in value || 'title' in value) return undefined;
  const { type } = value;
  return typeof type === 'string' && SCALARS.has(type)
    ? { ...rest, ...value, type: [type, 'null'] }
    : undefined;
}

function overrideAction(side: Side): OverrideAction {
  return ({ valibotAction, jsonSchema: given }) => {
    const kept: unknown = Reflect.get(given, CHANGED);
    if (valibotAction.type === 'metadata' && 'metadata' in valibotAction) {
      const metadata = membersOf(valibotAction.metadata);
      return isObject(kept)
        ? frozen(withMetadata(kept, metadata, side))
        : withMetadata(given, metadata, side);
    }
    // The converter has written what the action says already; of a changed value nothing may stay.
    if (isObject(kept)) {
      const { description } = given;
      return frozen(valibotAction.type === 'description' ? { ...kept, description } : kept);
    }
    // It means exactly what `maxLength` means in JSON Schema, only the converter does not know it.
    if (valibotAction.type === 'max_code_points' && 'requirement' in valibotAction)
      return { ...given, maxLength: Number(valibotAction.requirement) };
    if (side === 'input' && valibotAction.kind === 'transformation' && !KEEPING.has(valibotAction.type))
      return frozen(given);
    return undefined;
  };
}

function frozen(jsonSchema: object): object {
  return Object.assign({ ...jsonSchema }, { [CHANGED]: { ...jsonSchema } });
}

function withMetadata(jsonSchema: object, metadata: JsonSchema, side: Side): object {
  // The converter has copied whatever metadata there is, what is meant for this place included.
  const { mediaType: _, jsonSchema: whole, shownAs, ...keywords } = { ...jsonSchema, ...metadata };
  if (isSchema(shownAs)) return jsonSchemaOf(shownAs, side);
  return isObject(whole) ? { ...whole } : keywords;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSchema(value: unknown): value is GenericSchema {
  return isObject(value) && 'kind' in value && value.kind === 'schema';
}
