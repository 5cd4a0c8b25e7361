import * as v from 'valibot';

/** Gives a schema the name that the OpenAPI document declares it by: what several answers hold is described once (decisions 7). */
export function withTitle<const S extends v.GenericSchema>(name: string, schema: S) {
  return v.pipe(schema, v.title(name));
}
