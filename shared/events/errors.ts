// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const contact_not_found = {
  code: 'contact_not_found',
  status: 404,
  title: 'Contact not found',
  detail: 'The workspace has no contact with this ID.',
} as const;
export const conversation_not_found = {
  code: 'conversation_not_found',
  status: 404,
  title: 'Conversation not found',
  detail: 'The workspace has no conversation with this ID.',
} as const;
export const message_not_found = {
  code: 'message_not_found',
  status: 404,
  title: 'Message not found',
  detail: 'The workspace has no message with this ID.',
} as const;
export const broadcast_not_found = {
  code: 'broadcast_not_found',
  status: 404,
  title: 'Broadcast not found',
  detail: 'The workspace has no broadcast with this ID.',
} as const;
export const automation_not_found = {
  code: 'automation_not_found',
  status: 404,
  title: 'Automation not found',
  detail: 'No event of the workspace has named an automation with this ID.',
} as const;
export const payment_not_found = {
  code: 'payment_not_found',
  status: 404,
  title: 'Payment not found',
  detail: 'No event of the workspace has named a payment with this ID.',
} as const;
export const booking_not_found = {
  code: 'booking_not_found',
  status: 404,
  title: 'Booking not found',
  detail: 'No event of the workspace has named a booking with this ID.',
} as const;
export const order_not_found = {
  code: 'order_not_found',
  status: 404,
  title: 'Order not found',
  detail: 'No event of the workspace has named an order with this ID.',
} as const;
export const broadcast_state_invalid = {
  code: 'broadcast_state_invalid',
  status: 409,
  title: 'The state of the broadcast does not allow this',
} as const;
export const record_managed_here = {
  code: 'record_managed_here',
  status: 409,
  title: 'The platform manages the record',
} as const;
export const event_unknown = {
  code: 'event_unknown',
  status: 422,
  title: 'The event does not exist',
} as const;
export const event_not_ingestible = {
  code: 'event_not_ingestible',
  status: 422,
  title: 'The event cannot be ingested',
} as const;
export const subscription_repeated = {
  code: 'subscription_repeated',
  status: 422,
  title: 'Two subscriptions have the same event and channel',
} as const;
export const channel_unknown = {
  code: 'channel_unknown',
  status: 422,
  title: 'The channel does not exist',
} as const;
export const channel_not_allowed = {
  code: 'channel_not_allowed',
  status: 422,
  title: 'The event cannot be limited to this channel',
} as const;
export const channel_status_unsupported = {
  code: 'channel_status_unsupported',
  status: 422,
  title: 'The channel never reports this event',
} as const;
export const filter_path_unknown = {
  code: 'filter_path_unknown',
  status: 422,
  title: 'The event has no such field',
} as const;
export const filter_operator_unknown = {
  code: 'filter_operator_unknown',
  status: 422,
  title: 'The filter operator does not exist',
} as const;
export const filter_operator_not_allowed = {
  code: 'filter_operator_not_allowed',
  status: 422,
  title: 'The field does not accept the filter operator',
} as const;
export const filter_too_deep = {
  code: 'filter_too_deep',
  status: 422,
  title: 'The filter is nested too deeply',
} as const;
export const filter_too_large = {
  code: 'filter_too_large',
  status: 422,
  title: 'The filter is too large',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly events: typeof import('#shared/events/errors.ts');
  }
}
