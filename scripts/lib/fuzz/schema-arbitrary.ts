import fc from 'fast-check';
import { type OpenApi, resolve } from '#scripts/lib/conformance/open-api.ts';
import type { JsonSchema } from '#shared/api-docs/json-schema.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';

/** Values by field name, for fields where random values would never have an effect. */
export type Dictionary = Readonly<Record<string, readonly unknown[]>>;

/** Placeholder for the id of an existing resource, filled in when the request is sent. */
export const KNOWN_ID = '$known';

const SOON = new Date('2026-01-01T00:00:00Z').getTime();

/** Random values that satisfy a schema of the document, as far as JSON Schema can express it. */
export function createSchemaArbitrary(document: OpenApi, dictionary: Dictionary) {
  const texts = fc.string({ unit: 'grapheme', maxLength: 40 });

  function valuesOf(given: JsonSchema, name = ''): fc.Arbitrary<unknown> {
    const schema: JsonSchema = resolve<JsonSchema>(document, given);
    const said = plainValuesOf(schema, name);
    const known = dictionary[name];
    return known ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, said) : said;
  }

  function plainValuesOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
    const { type, enum: choices, anyOf, oneOf } = schema;
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(choices)) return fc.constantFrom(...choices);
    const alternatives = anyOf ?? oneOf;
    if (Array.isArray(alternatives)) return fc.oneof(...alternatives.map((each) => valuesOf(each, name)));
    if (Array.isArray(type))
      return fc.oneof(...type.map((each) => plainValuesOf({ ...schema, type: each }, name)));
    switch (type) {
      case 'object':
        return objectsOf(schema);
      case 'array':
        return listsOf(schema, name);
      case 'string':
        return textsOf(schema);
      case 'integer':
        return fc.integer({
          min: Math.max(Number(schema['minimum'] ?? 0), -1e9),
          max: Math.min(Number(schema['maximum'] ?? 99), 1e9),
        });
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  function objectsOf({ properties, required, additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
    if (typeof properties !== 'object' || properties === null) {
      const values: JsonSchema = typeof additionalProperties === 'object' ? { ...additionalProperties } : {};
      return fc.dictionary(fc.string({ maxLength: 20 }), valuesOf(values), { maxKeys: 3 });
    }
    const members = Object.entries(properties).map(([key, value]) => [key, valuesOf(value, key)] as const);
    const requiredKeys = Array.isArray(required) ? required.map(String) : [];
    return fc.record(Object.fromEntries(members), { requiredKeys });
  }

  function listsOf({ items, minItems, maxItems }: JsonSchema, name: string): fc.Arbitrary<unknown> {
    const minLength = Number(minItems ?? 0);
    const maxLength = Math.max(minLength, Math.min(Number(maxItems ?? 4), 4));
    return fc.array(valuesOf(Object(items), name), { minLength, maxLength });
  }

  function textsOf({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<unknown> {
    const least = Number(minLength ?? 0);
    const most = Number(maxLength ?? 60);
    const fits = (text: string) => [...text].length >= least && [...text].length <= most;
    if (format === 'uuid') return fc.oneof({ weight: 3, arbitrary: fc.constant(KNOWN_ID) }, fc.uuid());
    if (format === 'date-time') return instants((at) => at.toISOString());
    if (format === 'date') return instants((at) => at.toISOString().slice(0, 10));
    if (format === 'idn-email') return fc.emailAddress();
    if (typeof pattern === 'string' && pattern.includes('://.+')) return webUrls;
    if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits);
    return fc
      .tuple(texts, fc.integer({ min: least, max: Math.min(most, least + 100) }))
      .map(([text, length]) => [...text.padEnd(length, 'x')].slice(0, most).join(''));
  }

  return valuesOf;
}

/** URLs of reserved domains: a test request must not reach anyone (RFC 2606). */
const webUrls: fc.Arbitrary<string> = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9-]{0,20}[a-z0-9]$/u), fc.webPath({ size: 'small' }))
  .map(([label, path]) => `https://${label}.example.com${path}`);

/** Dates around the current time. */
function instants<T>(show: (at: Date) => T): fc.Arbitrary<T> {
  return fc.integer({ min: -400, max: 2000 }).map((days) => show(new Date(SOON + days * DAY_MS)));
}
