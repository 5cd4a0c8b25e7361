import * as v from 'valibot';

/**
 * Describes a field in the OpenAPI document: its unit, the meaning of null, what changes it. Apply it outside `nullable` and
 * inside `optional`; if a transformation follows, apply it to the schema of the value as sent.
 * @__NO_SIDE_EFFECTS__
 */
export function withDescription<const S extends v.GenericSchema>(schema: S, description: string) {
  return v.pipe(schema, v.description(description));
}
