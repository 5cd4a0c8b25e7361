import * as v from 'valibot';
import { SECRET_MEMBER } from '#shared/platform/core/listed-operation.ts';

/**
 * A member of a body whose value is a secret, such as a password or a token. The OpenAPI document marks it, and no tool of the MCP server sends it
 * (docs/specification/agents.md#secrets).
 * @__NO_SIDE_EFFECTS__
 */
export function secretField<const S extends v.GenericSchema>(schema: S) {
  return v.pipe(schema, v.metadata({ [SECRET_MEMBER]: true }));
}
