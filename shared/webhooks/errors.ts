// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const product_not_permitted = {
  code: 'product_not_permitted',
  status: 403,
  title: 'The API key cannot subscribe to this product',
} as const;
export const endpoint_not_found = {
  code: 'endpoint_not_found',
  status: 404,
  title: 'Endpoint not found',
  detail: 'The workspace has no webhook endpoint with this ID.',
} as const;
export const delivery_not_found = {
  code: 'delivery_not_found',
  status: 404,
  title: 'Delivery not found',
  detail: 'The endpoint has no delivery with this ID.',
} as const;
export const event_not_found = {
  code: 'event_not_found',
  status: 404,
  title: 'Event not found',
  detail: 'The workspace has no event with this ID, or the event has expired after 14 days.',
} as const;
export const recovery_not_found = {
  code: 'recovery_not_found',
  status: 404,
  title: 'Recovery not found',
  detail: 'The endpoint has no recovery with this ID.',
} as const;
export const notification_target_not_found = {
  code: 'notification_target_not_found',
  status: 404,
  title: 'Notification target not found',
  detail: 'The workspace has no notification target with this ID.',
} as const;
export const filter_limit_reached = {
  code: 'filter_limit_reached',
  status: 409,
  title: 'The workspace has reached its limit of filters',
} as const;
export const endpoint_limit_reached = {
  code: 'endpoint_limit_reached',
  status: 409,
  title: 'The workspace has reached its endpoint limit',
} as const;
export const endpoint_paused = {
  code: 'endpoint_paused',
  status: 409,
  title: 'The endpoint is paused',
} as const;
export const endpoint_suspended = {
  code: 'endpoint_suspended',
  status: 409,
  title: 'The endpoint is suspended',
} as const;
export const endpoint_not_subscribed = {
  code: 'endpoint_not_subscribed',
  status: 409,
  title: 'The endpoint is not subscribed to this event',
} as const;
export const mail_sender_missing = {
  code: 'mail_sender_missing',
  status: 409,
  title: 'The platform sends no mail',
} as const;
export const confirmation_limit_reached = {
  code: 'confirmation_limit_reached',
  status: 409,
  title: 'Too many confirmations were requested',
} as const;
export const confirmation_not_required = {
  code: 'confirmation_not_required',
  status: 409,
  title: 'The notification target needs no confirmation',
} as const;
export const confirmation_required = {
  code: 'confirmation_required',
  status: 409,
  title: 'The email address is not confirmed',
} as const;
export const notification_target_unsigned = {
  code: 'notification_target_unsigned',
  status: 409,
  title: 'The notification target has no signing secret',
} as const;
export const rotation_in_progress = {
  code: 'rotation_in_progress',
  status: 409,
  title: 'A rotation of the signing secret is in progress',
} as const;
export const recovery_running = {
  code: 'recovery_running',
  status: 409,
  title: 'A recovery of the endpoint is running',
} as const;
export const payload_expired = {
  code: 'payload_expired',
  status: 410,
  title: 'The payload is no longer stored',
} as const;
export const event_not_subscribed = {
  code: 'event_not_subscribed',
  status: 422,
  title: 'The endpoint does not subscribe to this event',
} as const;
export const header_name_invalid = {
  code: 'header_name_invalid',
  status: 422,
  title: 'The name of the header is not valid',
} as const;
export const header_reserved = {
  code: 'header_reserved',
  status: 422,
  title: 'The header is reserved',
} as const;
export const header_repeated = {
  code: 'header_repeated',
  status: 422,
  title: 'The header is repeated',
} as const;
export const header_value_invalid = {
  code: 'header_value_invalid',
  status: 422,
  title: 'The value of the header is not valid',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly webhooks: typeof import('#shared/webhooks/errors.ts');
  }
}
