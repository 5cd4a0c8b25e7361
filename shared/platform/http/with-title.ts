import * as v from 'valibot';

/**
 * Names a schema in the OpenAPI document, so that several responses can share one component.
 * @__NO_SIDE_EFFECTS__
 */
export function withTitle<const S extends v.GenericSchema>(name: string, schema: S) {
  return v.pipe(schema, v.title(name));
}
