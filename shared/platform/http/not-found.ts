import { type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';

/** Codes for a missing resource whose ID is in the path, and for a path without an operation. */
export type NotFoundCode = Extract<ErrorCode, `${string}_not_found`>;

/**
 * The detail of each code. Ids of other workspaces, deleted ids and malformed ids cannot be told apart
 * (docs/specification.md#missing-resources).
 */
export const NOT_FOUND_DETAILS: Readonly<Record<NotFoundCode, string>> = {
  route_not_found: 'No operation has this path. Compare the path with the API reference.',
  post_not_found: 'The workspace has no post with this ID.',
  broadcast_not_found: 'The workspace has no broadcast with this ID.',
  estimate_not_found:
    'The broadcast has no estimate, or its estimate has expired after 7 days. Request one with estimateBroadcast.',
  contact_not_found: 'The workspace has no contact with this ID.',
  conversation_not_found: 'The workspace has no conversation with this ID.',
  message_not_found: 'The workspace has no message with this ID.',
  automation_not_found: 'No event of the workspace has named an automation with this ID.',
  payment_not_found: 'No event of the workspace has named a payment with this ID.',
  booking_not_found: 'No event of the workspace has named a booking with this ID.',
  order_not_found: 'No event of the workspace has named an order with this ID.',
  phone_number_not_found: 'The workspace has no phone number with this ID.',
  account_not_found: 'The workspace has no social account with this ID.',
  tag_not_found: 'The workspace has no tag with this ID.',
  media_not_found: 'The workspace has no media file with this ID.',
  endpoint_not_found: 'The workspace has no webhook endpoint with this ID.',
  delivery_not_found: 'The endpoint has no delivery with this ID.',
  event_not_found: 'The workspace has no event with this ID, or the event has expired after 14 days.',
  recovery_not_found: 'The endpoint has no recovery with this ID.',
  notification_target_not_found: 'The workspace has no notification target with this ID.',
  page_not_found: 'The workspace has no page with this ID.',
  block_not_found: 'The page has no block with this ID.',
  domain_not_found: 'The workspace has no domain with this ID.',
  pixel_not_found: 'The workspace has no pixel with this ID.',
  member_not_found: 'The workspace has no member with this ID.',
  api_key_not_found: 'The workspace has no API key with this ID.',
  export_not_found: 'The workspace has no export with this ID.',
  removal_not_found:
    'The workspace has no removal of a post with this ID, or the removal has expired after 30 days.',
  import_not_found: 'The workspace has no import with this ID.',
  oauth_network_not_found: 'No social network with this name is connected by OAuth. Use linkedin.',
  oauth_app_not_found: 'The workspace has no app of its own at this social network.',
};

/** The error for a path that leads to no resource or operation. */
export function notFound(code: NotFoundCode): PlatformError {
  return new PlatformError(code, NOT_FOUND_DETAILS[code]);
}
