import type { Access, ConditionalPermission, PathParameter } from '#shared/platform/http/operation.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';

/** Webhook management requires a workspace key that may subscribe to at least one product. */
export const WEBHOOK_ACCESS = {
  kind: 'key',
  credential: 'workspace-key-only',
  rule: 'any-of',
  permissions: ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'],
} as const satisfies Access;

/** Each product of the subscriptions requires its own permission; otherwise `product_not_permitted`. */
export const SUBSCRIBE_PER_PRODUCT = [
  { permission: 'publishing:webhooks:subscribe', when: 'the endpoint subscribes to publishing events' },
  { permission: 'salesbot:webhooks:subscribe', when: 'the endpoint subscribes to messaging events' },
] as const satisfies ConditionalPermission[];

/** Reading an event requires the permission to subscribe to its product; otherwise `product_not_permitted`. */
export const SUBSCRIBE_TO_EVENT = [
  { permission: 'publishing:webhooks:subscribe', when: 'the event is a publishing event' },
  { permission: 'salesbot:webhooks:subscribe', when: 'the event is a messaging event' },
] as const satisfies ConditionalPermission[];

/** Path parameter of an endpoint. */
export const endpointParameter = {
  form: 'uuid',
  notFound: webhooksErrors.endpoint_not_found,
} as const satisfies PathParameter;

/** What all operations on one endpoint share. */
export const ON_ENDPOINT = {
  product: 'webhooks',
  params: { endpoint: endpointParameter },
  conditionalPermissions: SUBSCRIBE_PER_PRODUCT,
} as const;

/** Path parameter of a recovery of an endpoint. */
export const recoveryParameter = {
  form: 'uuid',
  notFound: webhooksErrors.recovery_not_found,
  example: '01980000-0000-7000-8000-000000000003',
} as const satisfies PathParameter;

/** Path parameter of a delivery of an endpoint. */
export const deliveryParameter = {
  form: 'uuid',
  notFound: webhooksErrors.delivery_not_found,
  example: '01980000-0000-8000-8000-000000000002',
} as const satisfies PathParameter;

/** Path parameter of an event of the workspace. */
export const eventIdParameter = {
  form: 'uuid',
  notFound: webhooksErrors.event_not_found,
  example: '01980000-0000-7000-8000-000000000003',
} as const satisfies PathParameter;
