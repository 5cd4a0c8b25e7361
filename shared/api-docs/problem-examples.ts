import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { ProblemExample } from './problem-example.ts';
import { CONTENT_EXAMPLES } from './problem-examples-content.ts';
import { MESSAGING_EXAMPLES } from './problem-examples-messaging.ts';
import { PROBLEMS } from './problems.ts';

const ID = '01980000-0000-7000-8000-000000000001';
const CURRENT = { extras: { current_revision: '4' } };

/** References in a body that point to nothing: with status 422, these codes have a pointer. */
const REFERENCES: Readonly<Partial<Record<ErrorCode, ProblemExample>>> = {
  account_not_found: {
    detail: 'The workspace has no account 12. Remove the ID, or use the ID of an existing account.',
    at: { pointer: '#/accounts/0' },
  },
  tag_not_found: {
    detail: 'The workspace has no tag 7. Remove the ID, or use the ID of an existing tag.',
    at: { pointer: '#/tags/0' },
  },
  media_not_found: {
    detail: 'The workspace has no media file 31. Remove the ID, or use the ID of an existing media file.',
    at: { pointer: '#/versions/0/content/0/media/0' },
  },
  media_not_uploaded: {
    detail: 'Media file 31 has not been uploaded yet. Upload it first, or remove it from the post.',
    at: { pointer: '#/versions/0/content/0/media/0' },
  },
  pixel_not_found: {
    detail:
      'The workspace has no pixel with this ID. Use the ID of a pixel from listPixels, or leave the pixel out.',
    at: { pointer: '#/settings/pixels/0' },
  },
  member_not_found: {
    detail: 'The workspace has no member with this ID. Use the ID of a member from listMembers.',
    at: { pointer: '#/member_id' },
  },
  contact_not_found: {
    detail: 'The workspace has no contact with this ID. Use the ID of a contact from listContacts.',
    at: { pointer: '#/contact_id' },
  },
  phone_number_not_found: {
    detail:
      'The workspace has no phone number for sms with this ID. Use the ID of one from listPhoneNumbers.',
    at: { pointer: '#/phone_number_id' },
  },
};

/** Codes of missing resources, whose detail is part of the kind. */
type NotFoundCode = Extract<ErrorCode, `${string}_not_found`>;

/** Codes of errors that only the gateway causes, without a problem document (docs/api/errors.md). */
type GatewayCode = 'malformed_request';

/** One realistic error of each code that the API returns. */
const EXAMPLES: Readonly<Record<Exclude<ErrorCode, NotFoundCode | GatewayCode>, ProblemExample>> = {
  ...CONTENT_EXAMPLES,
  ...MESSAGING_EXAMPLES,
  rate_limited: {
    detail:
      'This API key can send 120 write requests per minute. Repeat the request after the time in Retry-After.',
    extras: { limit: 120, limit_of: 'key' },
  },
  malformed_json: { detail: 'The body is not valid JSON. Send one JSON object without trailing text.' },
  malformed_form: {
    detail:
      'The body is not a complete form. Send the boundary of the form in Content-Type, and end the form with it.',
  },
  body_required: { detail: 'Send a JSON object as the body.' },
  ambiguous_credentials: {
    detail:
      'Two different keys were sent. Send a workspace API key as "Authorization: Bearer wsk_…" or as "x-api-key: wsk_…".',
  },
  idempotency_key_invalid: { detail: 'Use 1 to 255 printable ASCII characters as the Idempotency-Key.' },
  cursor_invalid: { detail: 'Use the next_cursor of the same list, with the same filters.' },
  authentication_required: {
    detail: 'Send a workspace API key as "Authorization: Bearer wsk_…" or as "x-api-key: wsk_…".',
  },
  api_key_invalid: {
    detail: 'The API key is unknown, revoked or expired. Check that it is complete, or create a new key.',
  },
  permission_missing: {
    detail: 'The API key needs publishing:posts:write. Use a key with this permission.',
    extras: {
      required_permissions: ['publishing:posts:write'],
      missing_permissions: ['publishing:posts:write'],
    },
  },
  workspace_mismatch: {
    detail: 'The workspace in the path is not the workspace of the API key. GET /api/v1/me returns its ID.',
  },
  credential_type_not_allowed: {
    detail: 'Only a workspace API key (wsk_…) is accepted here.',
    extras: { accepted: 'workspace_api_key' },
  },
  product_not_permitted: {
    detail: 'The key cannot subscribe to salesbot. Use a key with salesbot:webhooks:subscribe.',
    extras: { products: ['salesbot'] },
  },
  origin_not_allowed: { detail: 'The header Origin must be absent or https://api.example.com.' },
  admin_required: { detail: 'Only an admin can change other members and their keys. Use a key of an admin.' },
  permission_not_grantable: {
    detail:
      'The API key of this request lacks permissions: workspace:members:write. Leave them out, or use a key and a member that can grant them.',
    extras: { permissions: ['workspace:members:write'] },
  },
  method_not_allowed: {
    detail: 'The method PUT is not supported. Use GET, PATCH.',
    extras: { allowed_methods: ['GET', 'PATCH'] },
  },
  quota_exceeded: {
    detail: 'A workspace can have at most 5,000 tags. Delete a tag first.',
    extras: { resource: 'tags', limit: 5000 },
  },
  endpoint_limit_reached: {
    detail: 'A workspace can have at most 25 endpoints. Delete an endpoint first.',
    extras: { limit: 25 },
  },
  filter_limit_reached: {
    detail:
      'The filters of all endpoints of a workspace together can have at most 16384 bytes. Shorten or remove filters first.',
    extras: { limit: 16_384 },
  },
  endpoint_paused: { detail: 'The endpoint is paused. Enable the endpoint first.' },
  endpoint_suspended: {
    detail: 'The endpoint is suspended. Another admin must take over the endpoint first.',
  },
  endpoint_not_subscribed: {
    detail: 'Add a subscription for the event and channel to the endpoint first.',
  },
  mail_sender_missing: {
    detail:
      'This platform has no sender of mail. Use the kind `https` or `slack`, or ask its operator to configure a sender.',
  },
  confirmation_limit_reached: {
    detail:
      'This address was asked for a confirmation less than an hour ago. Repeat the request an hour after that mail.',
  },
  confirmation_not_required: { detail: 'The target is active. Send a test to it instead.' },
  confirmation_required: {
    detail:
      'The owner of the address must confirm it first: repeat the confirmation mail, and open its link.',
  },
  notification_target_unsigned: {
    detail:
      'Only a target with the kind `https` has a signing secret. Replace the URL of a `slack` target with updateNotificationTarget.',
  },
  rotation_in_progress: {
    detail:
      'The previous secret is valid until 2026-11-22T09:30:00.000Z. Rotate after that time, or send "immediate": true.',
    extras: { previous_secret_expires_at: '2026-11-22T09:30:00.000Z' },
  },
  export_running: {
    detail: 'An export of this workspace is not finished. Wait until getExport shows that it has ended.',
    extras: { export: '01980000-0000-7000-8000-000000000001' },
  },
  import_running: {
    detail:
      'Another import of this workspace is not finished. Wait until getContactImport shows that it has ended.',
    extras: { import: '01980000-0000-7000-8000-000000000001' },
  },
  import_not_uploaded: {
    detail:
      'The file is not uploaded. Upload it to the URL that you received, or create another import if the URL has expired.',
    extras: { reason: 'not_found' },
  },
  recovery_running: {
    detail: 'A recovery of this endpoint is running. Wait until getRecovery shows that it has ended.',
    extras: { recovery: '01980000-0000-7000-8000-000000000001' },
  },
  payload_expired: {
    detail: 'The payload expired at 2026-11-21T09:30:00.000Z. The delivery can no longer be resent.',
  },
  idempotency_in_progress: {
    detail:
      'The first request with this Idempotency-Key is still running. Repeat the request after the time in Retry-After.',
  },
  concurrent_update: {
    detail: 'The resource was changed by another request. Read it again and retry.',
  },
  revision_mismatch: {
    detail: 'The resource has changed. Read it again, apply your change, and send the new ETag as If-Match.',
    ...CURRENT,
  },
  precondition_required: {
    detail: 'Send the current revision, in double quotes, as If-Match: "<revision>".',
    ...CURRENT,
  },
  payload_too_large: { detail: 'Send at most 262144 bytes.', extras: { max_bytes: 262_144 } },
  unsupported_media_type: {
    detail: 'Send the body as JSON in UTF-8, with the header Content-Type: application/json.',
  },
  validation_failed: { detail: 'The request has 2 validation errors.' },
  idempotency_key_reused: {
    detail:
      'This Idempotency-Key was used for a request with a different body in the last 24 hours. Use a new key for this request.',
    at: { header: 'Idempotency-Key' },
  },
  deletion_not_requested: {
    detail: 'The deletion of the workspace was not requested, or it was cancelled before.',
  },
  deletion_started: {
    detail: 'The grace period has ended, and the workspace is being erased. Create a new workspace.',
  },
  last_admin: { detail: 'Make another member an admin with all products first.' },
  member_exists: {
    detail: 'A member of the workspace already has this email address. Update that member instead.',
  },
  api_key_limit_reached: {
    detail: 'A member can have at most 45 keys. Revoke a key first.',
    extras: { limit: 45 },
  },
  internal_error: {
    detail:
      'The request failed because of an internal error. Repeat it after some seconds. If the error persists, report the request ID.',
  },
  temporarily_unavailable: {
    detail: 'A service is temporarily unavailable. Repeat the request after the time in Retry-After.',
  },
  domain_taken: {
    detail: 'The workspace already has the domain links.example.com. Use that domain.',
    extras: { domain: ID },
  },
  media_in_use: {
    detail: 'A scheduled post uses the file. Unschedule or change the post first.',
    extras: { post_id: ID },
  },
};

/** The example of a code with a status: a missing reference in a body has status 422 and a pointer. */
export function exampleOf(code: ErrorCode, status: number): ProblemExample {
  const reference = status === 422 ? REFERENCES[code] : undefined;
  if (reference) return reference;
  const { detail } = PROBLEMS[code];
  if (detail !== undefined) return { detail };
  if (isNotFound(code) || !hasExample(code)) throw new Error(`The API never returns ${code}`);
  return EXAMPLES[code];
}

/** Whether the API itself returns the code. */
export function hasExample(code: ErrorCode): code is Exclude<ErrorCode, GatewayCode> {
  return isNotFound(code) || Object.hasOwn(EXAMPLES, code);
}

function isNotFound(code: ErrorCode): code is NotFoundCode {
  return code.endsWith('_not_found');
}
