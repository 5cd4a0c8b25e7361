import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { pascalCase } from './operation-id.ts';
import { PROBLEMS } from './problems.ts';

const FORBIDDEN = ['permission_missing', 'credential_type_not_allowed', 'product_not_permitted'] as const;
const REPEATED = ['idempotency_in_progress', 'concurrent_update'] as const;
const COMMAND = ['idempotency_key_reused', 'unknown_field', 'unknown_parameter', 'invalid_type'] as const;
const LIST = ['validation_failed', 'unknown_parameter', 'invalid_type', 'out_of_range'] as const;

/**
 * Error responses that several operations share, with fixed names. If an operation gets another code, it leaves the shared
 * response and gets its own; no name changes.
 */
const DEFAULTS: Readonly<Record<string, readonly ErrorCode[]>> = {
  BadRequest: ['ambiguous_credentials'],
  BadListRequest: ['ambiguous_credentials', 'cursor_invalid'],
  BadBody: ['malformed_json', 'body_required', 'ambiguous_credentials'],
  BadRepeatableBody: ['malformed_json', 'body_required', 'ambiguous_credentials', 'idempotency_key_invalid'],
  BadCommand: ['malformed_json', 'ambiguous_credentials', 'idempotency_key_invalid'],
  Unauthorized: ['authentication_required', 'api_key_invalid'],
  Forbidden: ['permission_missing'],
  ForbiddenInWorkspace: ['permission_missing', 'workspace_mismatch'],
  ForbiddenForCredential: ['permission_missing', 'credential_type_not_allowed'],
  ForbiddenForProduct: FORBIDDEN,
  ForbiddenForProductOrRole: [...FORBIDDEN, 'admin_required'],
  ForbiddenForRole: ['permission_missing', 'admin_required'],
  ForbiddenToGrant: ['permission_missing', 'admin_required', 'permission_not_grantable'],
  PageOrBlockNotFound: ['page_not_found', 'block_not_found'],
  OauthNetworkOrAppNotFound: ['oauth_network_not_found', 'oauth_app_not_found'],
  EndpointOrDeliveryNotFound: ['endpoint_not_found', 'delivery_not_found'],
  Conflict: ['concurrent_update'],
  RepeatedConflict: REPEATED,
  BroadcastStateConflict: [...REPEATED, 'broadcast_state_invalid'],
  EndpointStateConflict: [...REPEATED, 'endpoint_paused', 'endpoint_suspended'],
  PostStateConflict: [...REPEATED, 'post_publishing', 'post_already_published', 'post_in_trash'],
  LastAdminConflict: ['concurrent_update', 'last_admin'],
  PreconditionFailed: ['revision_mismatch'],
  ContentTooLarge: ['payload_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
  BadParameter: ['unknown_parameter'],
  InvalidCommand: COMMAND,
  InvalidEndpointCommand: [...COMMAND, 'url_not_public'],
  InvalidListRequest: LIST,
  InvalidFilteredListRequest: [...LIST, 'invalid_format'],
  InvalidDeliveryListRequest: [...LIST, 'invalid_format', 'event_unknown'],
  PreconditionRequired: ['precondition_required'],
  TooManyRequests: ['rate_limited'],
  InternalServerError: ['internal_error'],
  ServiceUnavailable: ['temporarily_unavailable'],
};

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(DEFAULTS).map(([name, codes]) => [setOf(codes), name]),
);

/** Suffixes of the names of responses that only one operation has: reason phrases of RFC 9110, 15. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  406: 'NotAcceptable',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  428: 'PreconditionRequired',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

/** The name of the error response with these codes, if several operations share it. */
export function genericError(codes: readonly ErrorCode[]): string | undefined {
  const [code] = codes;
  // A missing resource has the same response everywhere; as a validation error of a body it is one code of several.
  if (code && codes.length === 1 && PROBLEMS[code].status === 404) return pascalCase(code);
  return NAMES.get(setOf(codes));
}

/** Codes in any order. */
function setOf(codes: readonly ErrorCode[]): string {
  return codes.toSorted().join();
}

/** The name of an error response that only one operation has: `create-page` has a `CreatePageConflict`. */
export function ownErrorName({ name }: Operation, status: number): string {
  return `${pascalCase(name)}${REASONS[status] ?? status}`;
}
