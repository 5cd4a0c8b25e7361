import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { at, type IssueExample, type ProblemExample } from './problem-example.ts';
import { CONTENT_EXAMPLES } from './problem-examples-content.ts';
import { MESSAGING_EXAMPLES } from './problem-examples-messaging.ts';
import { exampleExtras } from './problem-extras.ts';
import { PROBLEMS } from './problems.ts';

/** References in a body that point to nothing: with status 422, these codes have a pointer. */
const REFERENCES: Readonly<Partial<Record<ErrorCode, IssueExample>>> = {
  account_not_found: at(
    '#/accounts/0',
    'The workspace has no account 12. Remove the ID, or use the ID of an existing account.',
  ),
  tag_not_found: at(
    '#/tags/0',
    'The workspace has no tag 7. Remove the ID, or use the ID of an existing tag.',
  ),
  media_not_found: at(
    '#/versions/0/content/0/media/0',
    'The workspace has no media file 31. Remove the ID, or use the ID of an existing media file.',
  ),
  media_not_uploaded: at(
    '#/versions/0/content/0/media/0',
    'Media file 31 has not been uploaded yet. Upload it first, or remove it from the post.',
  ),
  pixel_not_found: at(
    '#/settings/pixels/0',
    'The workspace has no pixel with this ID. Use the ID of a pixel from listPixels, or leave the pixel out.',
  ),
  member_not_found: at(
    '#/member_id',
    'The workspace has no member with this ID. Use the ID of a member from listMembers.',
  ),
  contact_not_found: at(
    '#/contact_id',
    'The workspace has no contact with this ID. Use the ID of a contact from listContacts.',
  ),
  phone_number_not_found: at(
    '#/phone_number_id',
    'The workspace has no phone number for sms with this ID. Use the ID of one from listPhoneNumbers.',
  ),
};

/** Codes of missing resources, whose detail is part of the kind. */
type NotFoundCode = Extract<ErrorCode, `${string}_not_found`>;

/** Codes of errors that only the gateway causes, without a problem document (docs/api/errors.md). */
type GatewayCode = 'malformed_request';

/** One realistic error of each code that the API returns. */
const EXAMPLES: Readonly<Record<Exclude<ErrorCode, NotFoundCode | GatewayCode>, ProblemExample>> = {
  ...CONTENT_EXAMPLES,
  ...MESSAGING_EXAMPLES,
  rate_limited:
    'This API key can send 120 write requests per minute. Repeat the request after the time in Retry-After.',
  malformed_json: 'The body is not valid JSON. Send one JSON object without trailing text.',
  malformed_form:
    'The body is not a complete form. Send the boundary of the form in Content-Type, and end the form with it.',
  body_required: 'Send a JSON object as the body.',
  ambiguous_credentials:
    'Two different keys were sent. Send a workspace API key as "Authorization: Bearer wsk_…" or as "x-api-key: wsk_…".',
  idempotency_key_invalid: 'Use 1 to 255 printable ASCII characters as the Idempotency-Key.',
  cursor_invalid: 'Use the next_cursor of the same list, with the same filters.',
  authentication_required:
    'Send a workspace API key as "Authorization: Bearer wsk_…" or as "x-api-key: wsk_…".',
  api_key_invalid:
    'The API key is unknown, revoked or expired. Check that it is complete, or create a new key.',
  permission_missing: 'The API key needs publishing:posts:write. Use a key with this permission.',
  workspace_mismatch:
    'The workspace in the path is not the workspace of the API key. GET /api/v1/me returns its ID.',
  credential_type_not_allowed: 'Only a workspace API key (wsk_…) is accepted here.',
  product_not_permitted: 'The key cannot subscribe to salesbot. Use a key with salesbot:webhooks:subscribe.',
  origin_not_allowed: 'The header Origin must be absent or https://api.example.com.',
  admin_required: 'Only an admin can change other members and their keys. Use a key of an admin.',
  permission_not_grantable:
    'The API key of this request lacks permissions: workspace:members:write. Leave them out, or use a key and a member that can grant them.',
  method_not_allowed: 'The method PUT is not supported. Use GET, PATCH.',
  quota_exceeded: 'A workspace can have at most 5,000 tags. Delete a tag first.',
  endpoint_limit_reached: 'A workspace can have at most 25 endpoints. Delete an endpoint first.',
  filter_limit_reached:
    'The filters of all endpoints of a workspace together can have at most 16384 bytes. Shorten or remove filters first.',
  endpoint_paused: 'The endpoint is paused. Enable the endpoint first.',
  endpoint_suspended: 'The endpoint is suspended. Another admin must take over the endpoint first.',
  endpoint_not_subscribed: 'Add a subscription for the event and channel to the endpoint first.',
  mail_sender_missing:
    'This platform has no sender of mail. Use the kind `https` or `slack`, or ask its operator to configure a sender.',
  confirmation_limit_reached:
    'This address was asked for a confirmation less than an hour ago. Repeat the request an hour after that mail.',
  confirmation_not_required: 'The target is active. Send a test to it instead.',
  confirmation_required:
    'The owner of the address must confirm it first: repeat the confirmation mail, and open its link.',
  notification_target_unsigned:
    'Only a target with the kind `https` has a signing secret. Replace the URL of a `slack` target with updateNotificationTarget.',
  rotation_in_progress:
    'The previous secret is valid until 2026-11-22T09:30:00.000Z. Rotate after that time, or send "immediate": true.',
  export_running:
    'An export of this workspace is not finished. Wait until getExport shows that it has ended.',
  import_running:
    'Another import of this workspace is not finished. Wait until getContactImport shows that it has ended.',
  import_not_uploaded:
    'The file is not uploaded. Upload it to the URL that you received, or create another import if the URL has expired.',
  recovery_running: 'A recovery of this endpoint is running. Wait until getRecovery shows that it has ended.',
  payload_expired: 'The payload expired at 2026-11-21T09:30:00.000Z. The delivery can no longer be resent.',
  idempotency_in_progress:
    'The first request with this Idempotency-Key is still running. Repeat the request after the time in Retry-After.',
  concurrent_update: 'The resource was changed by another request. Read it again and retry.',
  revision_mismatch:
    'The resource has changed. Read it again, apply your change, and send the new ETag as If-Match.',
  precondition_required: 'Send the current revision, in double quotes, as If-Match: "<revision>".',
  payload_too_large: 'Send at most 262144 bytes.',
  unsupported_media_type: 'Send the body as JSON in UTF-8, with the header Content-Type: application/json.',
  validation_failed: 'The request has 2 validation errors.',
  idempotency_key_reused: {
    detail:
      'This Idempotency-Key was used for a request with a different body in the last 24 hours. Use a new key for this request.',
    at: { header: 'Idempotency-Key' },
  },
  deletion_not_requested: 'The deletion of the workspace was not requested, or it was cancelled before.',
  deletion_started: 'The grace period has ended, and the workspace is being erased. Create a new workspace.',
  last_admin: 'Make another member an admin with all products first.',
  member_exists: 'A member of the workspace already has this email address. Update that member instead.',
  api_key_limit_reached: 'A member can have at most 45 keys. Revoke a key first.',
  internal_error:
    'The request failed because of an internal error. Repeat it after some seconds. If the error persists, report the request ID.',
  temporarily_unavailable:
    'A service is temporarily unavailable. Repeat the request after the time in Retry-After.',
  domain_taken: 'The workspace already has the domain links.example.com. Use that domain.',
  media_in_use: 'A scheduled post uses the file. Unschedule or change the post first.',
};

/** What an example contains besides the fields that are the same for every code. */
type Example = Pick<Partial<IssueExample>, 'at'> & {
  readonly detail: string;
  /** Additional fields of the code. */
  readonly extras?: Readonly<Record<string, unknown>>;
};

/** The example of a code with a status: a missing reference in a body has status 422 and a pointer. */
export function exampleOf(code: ErrorCode, status: number): Example {
  const reference = status === 422 ? REFERENCES[code] : undefined;
  if (reference) return reference;
  const { detail } = PROBLEMS[code];
  if (detail !== undefined) return { detail };
  if (isNotFound(code) || !hasExample(code)) throw new Error(`The API never returns ${code}`);
  const example = EXAMPLES[code];
  const extras = exampleExtras(code);
  return typeof example === 'string' ? { detail: example, extras } : { ...example, extras };
}

/** Whether the API itself returns the code. */
export function hasExample(code: ErrorCode): code is Exclude<ErrorCode, GatewayCode> {
  return isNotFound(code) || Object.hasOwn(EXAMPLES, code);
}

function isNotFound(code: ErrorCode): code is NotFoundCode {
  return code.endsWith('_not_found');
}
