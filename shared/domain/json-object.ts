import * as v from 'valibot';

/**
 * An object with exactly these members. valibot takes a list for an object, and an empty one would even have no unknown
 * member: so every object that comes from outside is declared by this (G9, G11).
 */
export function jsonObject<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.custom<Record<string, unknown>>(isObject, 'invalid_type: Use an object.'),
    v.strictObject(entries),
  );
}

/** True for a JSON object: no list, no null. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
