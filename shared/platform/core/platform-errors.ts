import { byCode, conflict, error, forbidden, invalid, missing } from './error-kind.ts';

const BEARER = { 'WWW-Authenticate': 'Bearer realm="workspace-api"' };

export const route_not_found = () =>
  missing('route_not_found', 'route', {
    detail: 'No operation has this path. Compare the path with the API reference.',
  });
export const member_not_found = () => missing('member_not_found', 'member');

/** The errors that operations of every product return. They are thrown by their code, by which `kindOf` of the HTTP chain finds them. */
export const platformErrors = byCode(
  error(400, 'malformed_request', 'The request is not valid HTTP'),
  error(400, 'malformed_json', 'The body is not valid JSON'),
  error(400, 'malformed_form', 'The body is not a valid form'),
  error(400, 'body_required', 'A body is required'),
  error(400, 'ambiguous_credentials', 'Two different credentials were sent'),
  error(400, 'idempotency_key_invalid', 'The Idempotency-Key is not valid'),
  error(400, 'cursor_invalid', 'The cursor does not belong to this list'),
  error(401, 'authentication_required', 'Authentication is required', BEARER),
  error(401, 'api_key_invalid', 'The API key is not valid', BEARER),
  forbidden('permission_missing', 'The API key lacks a permission'),
  forbidden('workspace_mismatch', 'The API key belongs to another workspace'),
  forbidden('credential_type_not_allowed', 'This type of credential is not accepted'),
  forbidden('admin_required', 'Only an admin can do this'),
  forbidden('permission_not_grantable', 'The permission cannot be granted'),
  route_not_found(),
  member_not_found(),
  error(405, 'method_not_allowed', 'The method is not allowed on this route'),
  conflict('quota_exceeded', 'The workspace has reached a quota'),
  conflict('idempotency_in_progress', 'The first request with this Idempotency-Key is still running', {
    'Retry-After': '1',
  }),
  conflict('concurrent_update', 'The resource was changed by another request at the same time'),
  error(412, 'revision_mismatch', 'The resource has a different revision'),
  error(428, 'precondition_required', 'If-Match is required'),
  error(413, 'payload_too_large', 'The request body is too large'),
  error(415, 'unsupported_media_type', 'The media type is not supported'),
  invalid('validation_failed', 'The request is not valid'),
  invalid('idempotency_key_reused', 'The Idempotency-Key was used for a different request'),
  invalid('unknown_field', 'The field does not exist'),
  invalid('unknown_parameter', 'The query parameter does not exist'),
  invalid('field_not_updatable', 'This operation does not set the field'),
  invalid('required', 'A value is required'),
  invalid('invalid_type', 'The value has the wrong type'),
  invalid('invalid_format', 'The value has the wrong format'),
  invalid('invalid_date', 'The date is not valid'),
  invalid('invalid_time', 'The time is not valid'),
  invalid('invalid_url', 'The URL is not valid'),
  invalid('invalid_color', 'The colour does not have the format #rrggbb'),
  invalid('invalid_characters', 'The value contains characters that are not allowed'),
  invalid('too_short', 'The value is too short'),
  invalid('content_empty', 'The content is empty'),
  invalid('too_long', 'The value is too long'),
  invalid('too_few_items', 'There are too few items'),
  invalid('too_many_items', 'There are too many items'),
  invalid('out_of_range', 'The value is out of range'),
  invalid('url_not_https', 'The URL does not use https'),
  invalid('url_not_public', 'The URL does not have a public address'),
  invalid('parameter_conflict', 'Two query parameters exclude each other'),
  invalid('timezone_unknown', 'The time zone does not exist'),
  invalid('schedule_in_past', 'The time is in the past'),
  error(429, 'rate_limited', 'Too many requests'),
  error(500, 'internal_error', 'Internal error'),
  error(503, 'temporarily_unavailable', 'The service is temporarily unavailable', { 'Retry-After': '5' }),
);
