import * as v from 'valibot';
import { issue } from './issue.ts';

/**
 * Any JSON object; arrays and null are rejected. `v.record` does not work here, because it silently drops fields named
 * `__proto__`, `constructor` or `prototype`.
 */
export const anyObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  issue('invalid_type', 'Use a JSON object.'),
);

/**
 * An object with exactly these fields (docs/specification.md#unknown-fields). Required for every object of a request:
 * valibot alone accepts an array as an object, and an empty array has no unknown field.
 */
export function jsonObject<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(anyObject, v.strictObject(entries));
}
