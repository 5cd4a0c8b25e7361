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

const REFERENCE = { $ref: '#/components/schemas/GatewayError' };

/** The content of the gateway's response with this status; empty if only the operation returns the status. */
export function gatewayContent(status: number): JsonSchema {
  return BY_THE_GATEWAY.has(status) ? { 'application/json': { schema: REFERENCE } } : {};
}

/** The schema of JSON error responses that have `ours`, unless the gateway returned them. */
export function orGatewayError(status: number, ours: JsonSchema): JsonSchema {
  return BY_THE_GATEWAY.has(status) ? { anyOf: [ours, REFERENCE] } : ours;
}
