import type { JsonSchema } from './json-schema.ts';

/** The error statuses that the gateway can return instead of the API. */
export const BY_THE_GATEWAY: ReadonlySet<number> = new Set([413, 429, 500, 503]);

/** The body of these responses; API Gateway cannot customise it for an HTTP API. */
export const GATEWAY_ERROR: JsonSchema = {
  type: 'object',
  description:
    'An error response of the gateway in front of the API. It is not a problem document and has no ' +
    '`X-Request-Id` and no `Retry-After`: use only the status.',
  properties: {
    message: { type: ['string', 'null'], description: 'Text of the error, if the gateway sends one' },
  },
  required: ['message'],
};

/** The content of the gateway's response with this status; empty if only the operation returns the status. */
export function gatewayContent(status: number): JsonSchema {
  if (!BY_THE_GATEWAY.has(status)) return {};
  return { 'application/json': { schema: { $ref: '#/components/schemas/GatewayError' } } };
}
