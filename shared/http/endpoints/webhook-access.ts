import type { Access, PathParameter } from '#shared/http/operation.ts';

/** Webhook management: a workspace key that may subscribe to at least one product (specification, Authentication). */
export const WEBHOOK_ACCESS = {
  kind: 'key',
  credential: 'workspace-key-only',
  rule: 'any-of',
  permissions: ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'],
} as const satisfies Access;

/** Path parameters of endpoints and their deliveries. */
export const endpointParameter = {
  form: 'uuid',
  notFound: 'endpoint_not_found',
} as const satisfies PathParameter;
export const recoveryParameter = {
  form: 'uuid',
  notFound: 'recovery_not_found',
} as const satisfies PathParameter;
export const deliveryParameter = {
  form: 'uuid',
  notFound: 'delivery_not_found',
} as const satisfies PathParameter;
