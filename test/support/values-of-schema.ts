import fc from 'fast-check';
import type { JsonSchema } from '#shared/http/openapi/json-schema.ts';

/** Patterns that only leave characters out are met by nearly any text; others are followed letter by letter. */
const LEAVES_OUT = /^\^\[\^[^\]]*\]\*\$$/u;

const MOST_ITEMS = 4;

/** Texts of the formats that the document uses; what has no arbitrary of its own gets a few examples. */
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  uri: fc.webUrl(),
  'idn-email': fc.oneof(fc.emailAddress(), fc.constant('info@bücher.example')),
  'date-time': instant().map((at) => at.toISOString()),
  date: instant().map((at) => at.toISOString().slice(0, 10)),
};

/**
 * Values that a schema of an OpenAPI document is likely to accept. Only the keywords that our document uses are known, and not
 * all is made to fit: who needs a value that fits asks a validator as well.
 */
export function valuesOf(schema: JsonSchema, document: JsonSchema): fc.Arbitrary<unknown> {
  return of(schema);

  function of(given: unknown): fc.Arbitrary<unknown> {
    const { $ref, const: constant, enum: values, anyOf, oneOf, type } = resolve(given);
    if (typeof $ref === 'string') return of(lookUp($ref));
    if (constant !== undefined) return fc.constant(constant);
    if (Array.isArray(values)) return fc.constantFrom(...values);
    const choice = Array.isArray(oneOf) ? oneOf : anyOf;
    if (Array.isArray(choice)) return fc.oneof(...choice.map(of));
    if (Array.isArray(type))
      return fc.oneof(...type.map((one: unknown) => of({ ...resolve(given), type: one })));
    return ofType(type, resolve(given));
  }

  function ofType(type: unknown, given: JsonSchema): fc.Arbitrary<unknown> {
    if (type === 'string') return texts(given);
    if (type === 'integer') return fc.integer(bounds(given));
    if (type === 'number') return fc.double({ noNaN: true, ...bounds(given) });
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    if (type === 'array') {
      const { minItems, maxItems = MOST_ITEMS, items } = given;
      return fc.array(of(items), {
        minLength: Number(minItems ?? 0),
        maxLength: Math.max(Number(minItems ?? 0), Math.min(Number(maxItems), MOST_ITEMS)),
      });
    }
    return type === 'object' ? objects(given) : fc.jsonValue();
  }

  function objects({ properties, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
    const members = Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, member]) => [name, of(member)]),
    );
    const named = fc.record(members, { requiredKeys: Array.isArray(required) ? required : [] });
    if (additionalProperties === false) return named;
    const others = typeof additionalProperties === 'object' ? of(additionalProperties) : fc.jsonValue();
    return fc
      .tuple(fc.dictionary(fc.string(), others, { maxKeys: 3 }), named)
      .map(([extra, known]) => ({ ...extra, ...known }));
  }

  function lookUp(ref: string): unknown {
    return ref
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((part, name) => Object(part)[name], document);
  }
}

function texts({ format, pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const known = FORMATS[String(format)];
  if (known) return known;
  if (typeof pattern === 'string' && !LEAVES_OUT.test(pattern))
    return fc.stringMatching(new RegExp(pattern, 'u'));
  const limits = {
    minLength: Number(minLength),
    ...(maxLength === undefined ? {} : { maxLength: Number(maxLength) }),
  };
  return fc.oneof(fc.string(limits), fc.string({ ...limits, unit: 'binary' }), ...edges(limits));
}

/** The longest text there may be, in characters of two UTF-16 units. */
function edges({ maxLength }: { readonly maxLength?: number }): fc.Arbitrary<string>[] {
  return maxLength === undefined ? [] : [fc.constant('🙂'.repeat(maxLength))];
}

function bounds({ minimum, maximum }: JsonSchema): { min?: number; max?: number } {
  return {
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: Math.min(maximum, 2 ** 31 - 1) } : {}),
  };
}

function instant(): fc.Arbitrary<Date> {
  return fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2100-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
}

function resolve(schema: unknown): JsonSchema {
  return Object(schema);
}
