import { conflict, invalid, missing } from '#shared/platform/core/error-kind.ts';

export const contact_not_found = () => missing('contact_not_found', 'contact');
export const conversation_not_found = () => missing('conversation_not_found', 'conversation');
export const message_not_found = () => missing('message_not_found', 'message');
export const broadcast_not_found = () => missing('broadcast_not_found', 'broadcast');
export const automation_not_found = () =>
  missing('automation_not_found', 'automation', {
    detail: 'No event of the workspace has named an automation with this ID.',
  });
export const payment_not_found = () =>
  missing('payment_not_found', 'payment', {
    detail: 'No event of the workspace has named a payment with this ID.',
  });
export const booking_not_found = () =>
  missing('booking_not_found', 'booking', {
    detail: 'No event of the workspace has named a booking with this ID.',
  });
export const order_not_found = () =>
  missing('order_not_found', 'order', {
    detail: 'No event of the workspace has named an order with this ID.',
  });
export const broadcast_state_invalid = () =>
  conflict('broadcast_state_invalid', 'The state of the broadcast does not allow this');
export const record_managed_here = () => conflict('record_managed_here', 'The platform manages the record');
export const event_unknown = () => invalid('event_unknown', 'The event does not exist');
export const event_not_ingestible = () => invalid('event_not_ingestible', 'The event cannot be ingested');
export const subscription_repeated = () =>
  invalid('subscription_repeated', 'Two subscriptions have the same event and channel');
export const channel_unknown = () => invalid('channel_unknown', 'The channel does not exist');
export const channel_not_allowed = () =>
  invalid('channel_not_allowed', 'The event cannot be limited to this channel');
export const channel_status_unsupported = () =>
  invalid('channel_status_unsupported', 'The channel never reports this event');
export const filter_path_unknown = () => invalid('filter_path_unknown', 'The event has no such field');
export const filter_operator_unknown = () =>
  invalid('filter_operator_unknown', 'The filter operator does not exist');
export const filter_operator_not_allowed = () =>
  invalid('filter_operator_not_allowed', 'The field does not accept the filter operator');
export const filter_too_deep = () => invalid('filter_too_deep', 'The filter is nested too deeply');
export const filter_too_large = () => invalid('filter_too_large', 'The filter is too large');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly events: typeof import('#shared/events/errors.ts');
  }
}
