import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const webhooksErrors = declareErrors({
  product_not_permitted: { status: 403, title: 'The API key cannot subscribe to this product' },
  endpoint_not_found: {
    status: 404,
    title: 'Endpoint not found',
    detail: 'The workspace has no webhook endpoint with this ID.',
  },
  delivery_not_found: {
    status: 404,
    title: 'Delivery not found',
    detail: 'The endpoint has no delivery with this ID.',
  },
  event_not_found: {
    status: 404,
    title: 'Event not found',
    detail: 'The workspace has no event with this ID, or the event has expired after 14 days.',
  },
  recovery_not_found: {
    status: 404,
    title: 'Recovery not found',
    detail: 'The endpoint has no recovery with this ID.',
  },
  notification_target_not_found: {
    status: 404,
    title: 'Notification target not found',
    detail: 'The workspace has no notification target with this ID.',
  },
  filter_limit_reached: { status: 409, title: 'The workspace has reached its limit of filters' },
  endpoint_limit_reached: { status: 409, title: 'The workspace has reached its endpoint limit' },
  endpoint_paused: { status: 409, title: 'The endpoint is paused' },
  endpoint_suspended: { status: 409, title: 'The endpoint is suspended' },
  endpoint_not_subscribed: { status: 409, title: 'The endpoint is not subscribed to this event' },
  mail_sender_missing: { status: 409, title: 'The platform sends no mail' },
  confirmation_limit_reached: { status: 409, title: 'Too many confirmations were requested' },
  confirmation_not_required: { status: 409, title: 'The notification target needs no confirmation' },
  confirmation_required: { status: 409, title: 'The email address is not confirmed' },
  notification_target_unsigned: { status: 409, title: 'The notification target has no signing secret' },
  rotation_in_progress: { status: 409, title: 'A rotation of the signing secret is in progress' },
  recovery_running: { status: 409, title: 'A recovery of the endpoint is running' },
  payload_expired: { status: 410, title: 'The payload is no longer stored' },
  event_not_subscribed: { status: 422, title: 'The endpoint does not subscribe to this event' },
  header_name_invalid: { status: 422, title: 'The name of the header is not valid' },
  header_reserved: { status: 422, title: 'The header is reserved' },
  header_repeated: { status: 422, title: 'The header is repeated' },
  header_value_invalid: { status: 422, title: 'The value of the header is not valid' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly webhooks: typeof webhooksErrors;
  }
}
