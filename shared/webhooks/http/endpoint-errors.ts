import { FILTER_CODES } from '#shared/events/subscriptions/event-filter.ts';
import type { ErrorCode } from '#shared/platform/core/errors.ts';

/** Codes of every operation on one endpoint. */
export const ENDPOINT_ERRORS = ['product_not_permitted'] as const satisfies ErrorCode[];

/** Codes of operations that check a target URL (docs/specification/webhooks.md#endpoint-urls). */
export const URL_ERRORS = ['url_not_https', 'url_not_public', 'invalid_url'] as const satisfies ErrorCode[];

/** Codes of operations that accept subscriptions (docs/specification/webhooks.md#subscriptions). */
export const SUBSCRIPTION_ERRORS = [
  'event_unknown',
  'channel_unknown',
  'channel_not_allowed',
  'channel_status_unsupported',
  'subscription_repeated',
  ...FILTER_CODES,
] as const satisfies ErrorCode[];

/** Codes of operations that accept request headers (docs/specification/webhooks.md#request-headers). */
export const HEADER_ERRORS = [
  'header_name_invalid',
  'header_reserved',
  'header_repeated',
  'header_value_invalid',
] as const satisfies ErrorCode[];
