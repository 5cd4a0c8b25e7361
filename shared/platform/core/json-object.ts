import * as v from 'valibot';
import { issue, MAX_ISSUES } from './issue.ts';

/** True for a JSON object; false for arrays and null. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Any JSON object; arrays and null are rejected. `v.record` does not work here, because it silently drops fields named
 * `__proto__`, `constructor` or `prototype`.
 */
export const anyObject = v.custom<Record<string, unknown>>(
  isJsonObject,
  issue('invalid_type', 'Use a JSON object.'),
);

/**
 * An object with exactly these fields (docs/specification.md#unknown-fields). Required for every object of a request:
 * valibot alone accepts an array as an object, and an empty array has no unknown field.
 * @__NO_SIDE_EFFECTS__
 */
export function jsonObject<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(anyObject, strictFields(entries));
}

/**
 * `v.strictObject`, but with an issue for each unknown field instead of the first one only, up to the number that a response lists.
 * @__NO_SIDE_EFFECTS__
 */
export function strictFields<const E extends v.ObjectEntries>(
  entries: E,
): v.StrictObjectSchema<E, undefined> {
  const strict = v.strictObject(entries);
  return {
    ...strict,
    '~run'(dataset, config) {
      const { value: input } = dataset;
      const checked = strict['~run'](dataset, config);
      const first = checked.issues?.find(({ expected, path }) => expected === 'never' && path?.length === 1);
      if (!first?.path || typeof input !== 'object' || input === null) return checked;
      const [place] = first.path;
      const others = Object.keys(input).filter((key) => key !== place.key && !Object.hasOwn(entries, key));
      for (const key of others.slice(0, MAX_ISSUES)) {
        const path = [{ ...place, key, value: undefined }];
        checked.issues?.push(Object.assign({ ...first }, { input: key, received: `"${key}"`, path }));
      }
      return checked;
    },
  };
}
