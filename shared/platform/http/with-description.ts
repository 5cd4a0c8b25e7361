import * as v from 'valibot';

/**
 * Says in the OpenAPI document what a member means: its unit, when it is null, what changes it. Goes around `nullable` and into
 * `optional`; of a value that a transformation changes, around what was sent.
 */
export function withDescription<const S extends v.GenericSchema>(schema: S, description: string) {
  return v.pipe(schema, v.description(description));
}
