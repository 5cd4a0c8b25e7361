import * as v from 'valibot';
import { MalformedItemError } from '#shared/platform/core/errors.ts';

/** Instants are stored as epoch milliseconds; only `ttl` is in seconds, as DynamoDB requires. */
export const instant = v.pipe(
  v.number(),
  v.transform((ms) => new Date(ms)),
);

/**
 * An attribute that the item omits if it has no value.
 * @__NO_SIDE_EFFECTS__
 */
export function maybe<const S extends v.GenericSchema>(schema: S) {
  return v.nullish(schema, null);
}

/** Parses a stored item by its schema. @throws MalformedItemError that identifies the key, never the content */
export function parseItem<const S extends v.GenericSchema>(
  schema: S,
  item: Record<string, unknown>,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, item);
  if (parsed.success) return parsed.output;
  const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '').join(', ');
  throw new MalformedItemError(`${String(item['pk'])}/${String(item['sk'])} (${paths})`);
}

/** The result of a parser, or its error: in a list of items, one malformed item must not hide the others. */
export function orError<T>(parse: () => T): T | MalformedItemError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof MalformedItemError) return error;
    throw error;
  }
}

/**
 * An attribute whose stored form differs from the domain value: `schema` parses the stored form, `encode` produces it.
 * @__NO_SIDE_EFFECTS__
 */
export function encodedBy<const S extends v.GenericSchema>(
  schema: S,
  encode: (value: v.InferOutput<S>) => unknown,
) {
  return v.pipe(schema, v.metadata({ encode }));
}

/**
 * Writes and reads attributes by one schema, under the names of the domain. `encode` writes the attributes of the schema and
 * no others: dates as epoch milliseconds, null as a missing attribute. `decode` parses an item.
 * @throws MalformedItemError from `decode`
 * @__NO_SIDE_EFFECTS__
 */
export function itemCodec<const S extends v.ObjectSchema<v.ObjectEntries, undefined>>(schema: S) {
  let encode: Encoder | undefined;
  return {
    schema,
    // Created on first use, because a function loads many schemas of items that it only reads.
    encode: (value: DeepReadonly<v.InferOutput<S>>) => {
      encode ??= encoderOf(schema);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the encoder is the inverse of the schema
      return encode(value) as v.InferInput<S>;
    },
    decode: (item: Record<string, unknown>): v.InferOutput<S> => parseItem(schema, item),
  };
}

type DeepReadonly<T> = unknown extends T
  ? T
  : T extends
        | Date
        | Uint8Array
        | ReadonlySet<unknown>
        | ReadonlyMap<unknown, unknown>
        | string
        | number
        | boolean
        | null
        | undefined
    ? T
    : T extends readonly (infer Element)[]
      ? readonly DeepReadonly<Element>[]
      : { readonly [Name in keyof T]: DeepReadonly<T[Name]> };

type Encoder = (value: unknown) => unknown;

/** The inverse of a schema of stored attributes. */
function encoderOf(schema: unknown): Encoder {
  const custom = customEncoder(schema);
  if (custom) return custom;
  if (isObject(schema) && 'wrapped' in schema) return encoderOf(schema.wrapped);
  if (isObject(schema) && 'entries' in schema && isObject(schema.entries))
    return objectEncoder(schema.entries);
  if (isObject(schema) && 'item' in schema) {
    const element = encoderOf(schema.item);
    return (value) => (Array.isArray(value) ? value.map((each) => element(each)) : undefined);
  }
  return (value) => (value instanceof Date ? value.getTime() : (value ?? undefined));
}

function objectEncoder(entries: object): Encoder {
  const schemas = new Map<string, unknown>(Object.entries(entries));
  const encoders = [...schemas].map(([name, schema]) => [name, encoderOf(schema)] as const);
  return (value) => {
    if (!isObject(value)) return undefined;
    const attributes = new Map<string, unknown>(Object.entries(value));
    return Object.fromEntries(encoders.map(([name, encode]) => [name, encode(attributes.get(name))]));
  };
}

function customEncoder(schema: unknown): Encoder | undefined {
  const pipe: unknown = isObject(schema) && 'pipe' in schema ? schema.pipe : undefined;
  const actions: readonly unknown[] = Array.isArray(pipe) ? pipe : [];
  for (const action of actions) {
    if (!isObject(action) || !('metadata' in action) || !isObject(action.metadata)) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `encodedBy` alone writes it, with an argument of the schema's output
    if ('encode' in action.metadata) return action.metadata.encode as Encoder;
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Seconds since the epoch, for the `ttl` attribute. */
export function ttlOf(at: Date): number {
  return Math.ceil(at.getTime() / 1000);
}
