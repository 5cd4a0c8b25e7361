import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const eventsErrors = declareErrors({
  contact_not_found: {
    status: 404,
    title: 'Contact not found',
    detail: 'The workspace has no contact with this ID.',
  },
  conversation_not_found: {
    status: 404,
    title: 'Conversation not found',
    detail: 'The workspace has no conversation with this ID.',
  },
  message_not_found: {
    status: 404,
    title: 'Message not found',
    detail: 'The workspace has no message with this ID.',
  },
  broadcast_not_found: {
    status: 404,
    title: 'Broadcast not found',
    detail: 'The workspace has no broadcast with this ID.',
  },
  automation_not_found: {
    status: 404,
    title: 'Automation not found',
    detail: 'No event of the workspace has named an automation with this ID.',
  },
  payment_not_found: {
    status: 404,
    title: 'Payment not found',
    detail: 'No event of the workspace has named a payment with this ID.',
  },
  booking_not_found: {
    status: 404,
    title: 'Booking not found',
    detail: 'No event of the workspace has named a booking with this ID.',
  },
  order_not_found: {
    status: 404,
    title: 'Order not found',
    detail: 'No event of the workspace has named an order with this ID.',
  },
  broadcast_state_invalid: { status: 409, title: 'The state of the broadcast does not allow this' },
  record_managed_here: { status: 409, title: 'The platform manages the record' },
  event_unknown: { status: 422, title: 'The event does not exist' },
  event_not_ingestible: { status: 422, title: 'The event cannot be ingested' },
  subscription_repeated: { status: 422, title: 'Two subscriptions have the same event and channel' },
  channel_unknown: { status: 422, title: 'The channel does not exist' },
  channel_not_allowed: { status: 422, title: 'The event cannot be limited to this channel' },
  channel_status_unsupported: { status: 422, title: 'The channel never reports this event' },
  filter_path_unknown: { status: 422, title: 'The event has no such field' },
  filter_operator_unknown: { status: 422, title: 'The filter operator does not exist' },
  filter_operator_not_allowed: { status: 422, title: 'The field does not accept the filter operator' },
  filter_too_deep: { status: 422, title: 'The filter is nested too deeply' },
  filter_too_large: { status: 422, title: 'The filter is too large' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly events: typeof eventsErrors;
  }
}
