/** Stable machine codes (docs/specification.md#error-codes). The HTTP layer maps each code to a status and a title. */
export type ErrorCode =
  | 'malformed_request'
  | 'malformed_json'
  | 'malformed_form'
  | 'body_required'
  | 'ambiguous_credentials'
  | 'idempotency_key_invalid'
  | 'cursor_invalid'
  | 'authentication_required'
  | 'api_key_invalid'
  | 'permission_missing'
  | 'workspace_mismatch'
  | 'credential_type_not_allowed'
  | 'product_not_permitted'
  | 'admin_required'
  | 'origin_not_allowed'
  | 'permission_not_grantable'
  | 'connect_state_foreign'
  | 'route_not_found'
  | 'post_not_found'
  | 'broadcast_not_found'
  | 'estimate_not_found'
  | 'contact_not_found'
  | 'conversation_not_found'
  | 'message_not_found'
  | 'automation_not_found'
  | 'payment_not_found'
  | 'booking_not_found'
  | 'order_not_found'
  | 'phone_number_not_found'
  | 'account_not_found'
  | 'tag_not_found'
  | 'media_not_found'
  | 'endpoint_not_found'
  | 'delivery_not_found'
  | 'event_not_found'
  | 'recovery_not_found'
  | 'notification_target_not_found'
  | 'page_not_found'
  | 'block_not_found'
  | 'domain_not_found'
  | 'pixel_not_found'
  | 'member_not_found'
  | 'api_key_not_found'
  | 'export_not_found'
  | 'import_not_found'
  | 'removal_not_found'
  | 'oauth_network_not_found'
  | 'oauth_app_not_found'
  | 'method_not_allowed'
  | 'quota_exceeded'
  | 'endpoint_limit_reached'
  | 'filter_limit_reached'
  | 'endpoint_paused'
  | 'endpoint_suspended'
  | 'endpoint_not_subscribed'
  | 'mail_sender_missing'
  | 'confirmation_limit_reached'
  | 'confirmation_not_required'
  | 'confirmation_required'
  | 'notification_target_unsigned'
  | 'rotation_in_progress'
  | 'recovery_running'
  | 'export_running'
  | 'import_running'
  | 'import_not_uploaded'
  | 'payload_expired'
  | 'idempotency_in_progress'
  | 'concurrent_update'
  | 'broadcast_state_invalid'
  | 'broadcast_sent_by_platform'
  | 'broadcast_sent_externally'
  | 'broadcast_nothing_to_retry'
  | 'broadcast_budget_reached'
  | 'broadcast_not_editable'
  | 'approval_required'
  | 'approval_outdated'
  | 'approval_not_required'
  | 'post_publishing'
  | 'post_already_published'
  | 'post_already_scheduled'
  | 'post_not_submitted'
  | 'post_not_failed'
  | 'slot_unavailable'
  | 'post_in_trash'
  | 'post_not_on_networks'
  | 'media_in_use'
  | 'media_not_uploaded'
  | 'block_limit_reached'
  | 'page_too_large'
  | 'slug_taken'
  | 'domain_taken'
  | 'domain_in_use'
  | 'domain_not_verified'
  | 'page_status_transition_invalid'
  | 'member_exists'
  | 'contact_exists'
  | 'contact_opted_out'
  | 'contact_unreachable'
  | 'conversation_open'
  | 'conversation_closed'
  | 'template_required'
  | 'message_state_invalid'
  | 'message_claimed'
  | 'phone_number_exists'
  | 'phone_number_taken'
  | 'phone_number_not_verified'
  | 'channel_not_available'
  | 'record_managed_here'
  | 'oauth_app_missing'
  | 'connect_state_expired'
  | 'connect_state_used'
  | 'last_admin'
  | 'deletion_not_requested'
  | 'deletion_started'
  | 'api_key_limit_reached'
  | 'revision_mismatch'
  | 'precondition_required'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'unknown_field'
  | 'unknown_parameter'
  | 'field_not_updatable'
  | 'required'
  | 'invalid_type'
  | 'invalid_format'
  | 'invalid_date'
  | 'invalid_time'
  | 'invalid_url'
  | 'invalid_color'
  | 'invalid_characters'
  | 'too_short'
  | 'too_long'
  | 'too_few_items'
  | 'too_many_items'
  | 'out_of_range'
  | 'url_not_https'
  | 'url_not_public'
  | 'event_unknown'
  | 'event_not_subscribed'
  | 'event_not_ingestible'
  | 'subscription_repeated'
  | 'channel_unknown'
  | 'channel_not_allowed'
  | 'channel_status_unsupported'
  | 'filter_path_unknown'
  | 'filter_operator_unknown'
  | 'filter_operator_not_allowed'
  | 'filter_too_deep'
  | 'filter_too_large'
  | 'header_name_invalid'
  | 'header_reserved'
  | 'header_repeated'
  | 'header_value_invalid'
  | 'block_order_invalid'
  | 'slug_reserved'
  | 'domain_not_connected'
  | 'theme_unknown'
  | 'font_unknown'
  | 'title_required'
  | 'password_conflict'
  | 'parameter_conflict'
  | 'permission_unknown'
  | 'timezone_unknown'
  | 'original_version_invalid'
  | 'version_account_not_listed'
  | 'duplicate_version_account'
  | 'schedule_in_past'
  | 'schedule_incomplete'
  | 'schedule_conflict'
  | 'accounts_required'
  | 'account_not_connected'
  | 'credentials_refused'
  | 'connect_state_invalid'
  | 'connect_code_invalid'
  | 'redirect_not_allowed'
  | 'content_empty'
  | 'network_limit_exceeded'
  | 'options_invalid'
  | 'message_type_unsupported'
  | 'audience_invalid'
  | 'rate_limited'
  | 'internal_error'
  | 'temporarily_unavailable';

/** One validation error of a request; `pointer` is a JSON Pointer in URI fragment form (RFC 6901, 6). */
export type ValidationIssue = {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
} & { readonly [extra: string]: unknown };

/** Fields of every problem document, and of the format for clients of Laravel (docs/api/errors.md). */
type StandardMember =
  | 'type'
  | 'title'
  | 'status'
  | 'detail'
  | 'instance'
  | 'code'
  | 'request_id'
  | 'errors'
  | 'message'
  | 'issues';

/** Additional fields of a problem document, such as `limit` or `required_permissions`. */
export type ProblemExtras = { readonly [member: string]: unknown } & {
  readonly [standard in StandardMember]?: never;
};

/** An error that the client may see. It is independent of HTTP: the HTTP layer adds status and title. */
export class PlatformError extends Error {
  override readonly name: string = 'PlatformError';
  readonly code: ErrorCode;
  readonly extras: ProblemExtras;

  constructor(code: ErrorCode, detail: string, extras: ProblemExtras = {}, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
    this.extras = extras;
  }
}

/** The request is well formed but its content is invalid (422); contains all validation errors. */
export class ValidationError extends PlatformError {
  override readonly name = 'ValidationError';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    const shared = new Set(issues.map((issue) => issue.code));
    const [only] = shared;
    // The code that all entries share, otherwise the generic one (docs/specification.md#problem-code).
    const code = shared.size === 1 && only !== undefined ? only : 'validation_failed';
    const single = issues.length === 1 ? issues[0] : undefined;
    super(code, single?.detail ?? `The request has ${issues.length} validation errors.`, toExtras(single));
    this.issues = issues;
  }
}

/** The additional fields of a single validation error, which are repeated at the top level. */
function toExtras(issue: ValidationIssue | undefined): ProblemExtras {
  const own = ['code', 'detail', 'pointer', 'parameter', 'header'];
  return Object.fromEntries(Object.entries(issue ?? {}).filter(([name]) => !own.includes(name)));
}

/** The key of the request was revoked, expired or reduced after the request was authorised with a cached copy of it. */
export class CallerKeyChangedError extends PlatformError {
  override readonly name = 'CallerKeyChangedError';

  static invalid(): CallerKeyChangedError {
    return new CallerKeyChangedError(
      'api_key_invalid',
      'The API key was revoked or has expired. Use another key.',
    );
  }

  /** @param lost permissions that the key had when the request was authorised */
  static reduced(lost: readonly string[]): CallerKeyChangedError {
    const detail = `The API key no longer has ${lost.join(' and ')}. Repeat the request, or use a key with these permissions.`;
    return new CallerKeyChangedError('permission_missing', detail, {
      required_permissions: lost,
      missing_permissions: lost,
    });
  }
}

/** A conditional write lost against concurrent writes, after all retries (docs/failure-histories.md#transaction-conflicts). */
export class ConcurrentUpdateError extends PlatformError {
  override readonly name: string = 'ConcurrentUpdateError';

  constructor(options?: ErrorOptions) {
    super(
      'concurrent_update',
      'The resource was changed by another request. Read it again and retry.',
      {},
      options,
    );
  }
}

/** Another request with the same `Idempotency-Key` has executed the command; its response is stored. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError';
}

/** EventBridge Scheduler rejects this schedule on every retry; the service itself works. */
export class TimerRejectedError extends Error {
  override readonly name = 'TimerRejectedError';
}

/** A stored item does not have the expected shape; never treated as missing. */
export class MalformedItemError extends Error {
  override readonly name = 'MalformedItemError';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`Stored item ${key} is malformed`, options);
    this.key = key;
  }
}
