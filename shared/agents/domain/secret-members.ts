import { SECRET_MEMBER } from '#shared/platform/core/listed-operation.ts';

/**
 * The pointers to the members of a body that its JSON Schema marks as secret and that have a value. Every branch of an alternative counts: which one
 * applies is decided by the API.
 */
export function secretsIn(schema: unknown, value: unknown, at = ''): readonly string[] {
  if (!isObject(schema) || isEmpty(value)) return [];
  if (schema[SECRET_MEMBER] === true) return [at];
  const branches = [schema['anyOf'], schema['oneOf'], schema['allOf']].filter(Array.isArray).flat();
  const found = branches.flatMap((branch) => secretsIn(branch, value, at));
  if (Array.isArray(value))
    found.push(...value.flatMap((each, index) => secretsIn(schema['items'], each, `${at}/${index}`)));
  else if (isObject(value)) {
    const { properties, additionalProperties } = schema;
    for (const [name, each] of Object.entries(value)) {
      const declared =
        isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      found.push(...secretsIn(declared, each, `${at}/${name}`));
    }
  }
  return [...new Set(found)];
}

/** Null and an empty object remove a value, which needs no secret. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
