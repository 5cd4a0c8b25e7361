import * as v from 'valibot';
import { issue } from './issue.ts';

/**
 * Any JSON object, with whatever members; lists and null are none. Not `v.record`, which drops members called
 * `__proto__`, `constructor` or `prototype` without a word.
 */
export const anyObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  issue('invalid_type', 'Use a JSON object.'),
);

/**
 * An object with exactly these members. valibot takes a list for an object, and an empty one would even have no unknown
 * member: so every object that comes from outside is declared by this (G9, G11).
 */
export function jsonObject<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(anyObject, v.strictObject(entries));
}
