import { OPEN_LIST, withClosedList } from '#shared/api-docs/open-lists.ts';

/** Keywords whose value is data and contains no schema. */
const DATA: ReadonlySet<string> = new Set(['enum', OPEN_LIST, 'const', 'default', 'example', 'examples']);

/**
 * Closes the schemas: objects have only the listed fields, unless they declare additional ones, and enums are complete. A
 * response with an undocumented field or value then fails validation. Schemas combined by `allOf` are closed as a whole.
 */
export function closed<T>(schemas: T): T;
export function closed(schemas: unknown): unknown {
  return close(schemas, composed(schemas));
}

function close(schema: unknown, parts: ReadonlySet<unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => close(each, parts));
  if (!isObject(schema)) return schema;
  const members = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    DATA.has(keyword) ? value : close(value, parts),
  ]);
  const copy = withClosedList(Object.fromEntries(members));
  const isWhole = isObject(schema['properties']) && !parts.has(schema);
  const isOpen = 'additionalProperties' in schema || 'unevaluatedProperties' in schema;
  if (!isWhole || isOpen) return copy;
  return { ...copy, ['allOf' in schema ? 'unevaluatedProperties' : 'additionalProperties']: false };
}

/** Schemas that are part of an `allOf`; each of them does not know the fields of the others. */
function composed(schemas: unknown): ReadonlySet<unknown> {
  const parts = new Set<unknown>();
  visit(schemas);
  return parts;

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { allOf }: { allOf?: unknown } = value;
    if (Array.isArray(allOf)) for (const part of allOf) parts.add(targetOf(part));
    for (const each of Object.values(value)) visit(each);
  }

  function targetOf(part: unknown): unknown {
    if (!isObject(part) || typeof part['$ref'] !== 'string') return part;
    const path = part['$ref'].replace('#/', '').split('/');
    return path.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), schemas);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
