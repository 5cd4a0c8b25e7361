import type { JsonSchema } from './json-schema.ts';

/** What the gateway says before and instead of an operation: too much, too many, no function to ask. */
export const BY_THE_GATEWAY: ReadonlySet<number> = new Set([413, 429, 500, 503]);

/** The body of such an answer, which an HTTP API cannot be told to change. */
export const GATEWAY_REFUSAL: JsonSchema = {
  type: 'object',
  description:
    'An answer of the gateway itself, which knows no problem documents, no `X-Request-Id` and no `Retry-After`. Only the status counts.',
  properties: { message: { type: ['string', 'null'], description: 'In words, if at all' } },
  required: ['message'],
};

/** What stands beside the operation's own content of an answer of that status; nothing if only the operation gives it. */
export function gatewayContent(status: number): JsonSchema {
  if (!BY_THE_GATEWAY.has(status)) return {};
  return { 'application/json': { schema: { $ref: '#/components/schemas/GatewayRefusal' } } };
}
