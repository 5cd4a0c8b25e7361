import { conflict, error, forbidden, invalid, missing } from '#shared/platform/core/error-kind.ts';

export const product_not_permitted = () =>
  forbidden('product_not_permitted', 'The API key cannot subscribe to this product');
export const endpoint_not_found = () =>
  missing('endpoint_not_found', 'endpoint', {
    detail: 'The workspace has no webhook endpoint with this ID.',
  });
export const delivery_not_found = () =>
  missing('delivery_not_found', 'delivery', {
    detail: 'The endpoint has no delivery with this ID.',
  });
export const event_not_found = () =>
  missing('event_not_found', 'event', {
    detail: 'The workspace has no event with this ID, or the event has expired after 14 days.',
  });
export const recovery_not_found = () =>
  missing('recovery_not_found', 'recovery', {
    detail: 'The endpoint has no recovery with this ID.',
  });
export const notification_target_not_found = () =>
  missing('notification_target_not_found', 'notification target');
export const filter_limit_reached = () =>
  conflict('filter_limit_reached', 'The workspace has reached its limit of filters');
export const endpoint_limit_reached = () =>
  conflict('endpoint_limit_reached', 'The workspace has reached its endpoint limit');
export const endpoint_paused = () => conflict('endpoint_paused', 'The endpoint is paused');
export const endpoint_suspended = () => conflict('endpoint_suspended', 'The endpoint is suspended');
export const endpoint_not_subscribed = () =>
  conflict('endpoint_not_subscribed', 'The endpoint is not subscribed to this event');
export const mail_sender_missing = () => conflict('mail_sender_missing', 'The platform sends no mail');
export const confirmation_limit_reached = () =>
  conflict('confirmation_limit_reached', 'Too many confirmations were requested');
export const confirmation_not_required = () =>
  conflict('confirmation_not_required', 'The notification target needs no confirmation');
export const confirmation_required = () =>
  conflict('confirmation_required', 'The email address is not confirmed');
export const notification_target_unsigned = () =>
  conflict('notification_target_unsigned', 'The notification target has no signing secret');
export const rotation_in_progress = () =>
  conflict('rotation_in_progress', 'A rotation of the signing secret is in progress');
export const recovery_running = () => conflict('recovery_running', 'A recovery of the endpoint is running');
export const payload_expired = () => error(410, 'payload_expired', 'The payload is no longer stored');
export const event_not_subscribed = () =>
  invalid('event_not_subscribed', 'The endpoint does not subscribe to this event');
export const header_name_invalid = () =>
  invalid('header_name_invalid', 'The name of the header is not valid');
export const header_reserved = () => invalid('header_reserved', 'The header is reserved');
export const header_repeated = () => invalid('header_repeated', 'The header is repeated');
export const header_value_invalid = () =>
  invalid('header_value_invalid', 'The value of the header is not valid');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly webhooks: typeof import('#shared/webhooks/errors.ts');
  }
}
