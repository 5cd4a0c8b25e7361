import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { PROBLEMS } from '#shared/platform/http/problems.ts';
import { pascalCase } from './operation-id.ts';

/**
 * What many operations refuse alike with one status, by names that were chosen once: a code that an operation learns takes it out
 * of here and renames nothing.
 */
const USUAL: Readonly<Record<string, readonly ErrorCode[]>> = {
  BadRequest: ['ambiguous_credentials'],
  BadListRequest: ['ambiguous_credentials', 'cursor_invalid'],
  BadBody: ['malformed_json', 'body_required', 'ambiguous_credentials'],
  BadRepeatableBody: ['malformed_json', 'body_required', 'ambiguous_credentials', 'idempotency_key_invalid'],
  BadCommand: ['malformed_json', 'ambiguous_credentials', 'idempotency_key_invalid'],
  Unauthorized: ['authentication_required', 'api_key_invalid'],
  Forbidden: ['permission_missing'],
  ForbiddenInWorkspace: ['permission_missing', 'workspace_mismatch'],
  ForbiddenForProduct: ['permission_missing', 'credential_type_not_allowed', 'product_not_permitted'],
  Conflict: ['concurrent_update'],
  RepeatedConflict: ['idempotency_in_progress', 'concurrent_update'],
  PreconditionFailed: ['revision_mismatch'],
  ContentTooLarge: ['payload_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
  BadParameter: ['unknown_parameter'],
  PreconditionRequired: ['precondition_required'],
  TooManyRequests: ['rate_limited'],
  InternalServerError: ['internal_error'],
  ServiceUnavailable: ['temporarily_unavailable'],
};

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(USUAL).map(([name, codes]) => [codes.join(), name]),
);

/** The name under which a response with these codes is declared, in the order of the table of problems; most have none. */
export function usualRefusal(codes: readonly ErrorCode[]): string | undefined {
  const [code] = codes;
  // One resource that is not there is the same everywhere; as a fault of a body it stands among others.
  if (code && codes.length === 1 && PROBLEMS[code].status === 404) return pascalCase(code);
  return NAMES.get(codes.join());
}
