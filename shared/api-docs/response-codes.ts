import type { GenericSchema } from 'valibot';
import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { issueCodes } from './issue-codes.ts';
import { PROBLEMS } from './problems.ts';

const ORDER = Object.keys(PROBLEMS);

/** All codes of an operation: those it declares, and those of its declared inputs (docs/specification.md#order-of-checks). */
export function codesOf(operation: Operation): readonly ErrorCode[] {
  const { params = {}, precondition, errors = [], routes } = operation;
  // An operation without routes serves the default route, which accepts any request.
  if (routes.length === 0) return [...errors, 'internal_error', 'temporarily_unavailable'];
  const codes = new Set<ErrorCode>([
    'payload_too_large',
    'rate_limited',
    'internal_error',
    'temporarily_unavailable',
    ...Object.values(params).map(({ notFound }) => notFound().code),
    ...callerCodes(operation),
    ...contentCodes(operation),
    ...errors,
  ]);
  if (precondition) codes.add('revision_mismatch');
  if (precondition === 'required') codes.add('precondition_required');
  const issues = [...codes].filter((code) => toStatus(code, operation) === 422);
  if (issues.length > 1 && canHaveSeveralIssues(operation)) codes.add('validation_failed');
  return [...codes];
}

/**
 * Whether a request can have several validation errors with different codes (docs/specification.md#problem-code): each field can
 * have its own, and a schema without fields has at most one. The query is validated before the body.
 */
function canHaveSeveralIssues({ query, body, readsBody }: Operation): boolean {
  return [query, readsBody ? undefined : body].some((schema) => schema && !hasNoFields(schema));
}

/** Whether a schema is an object without fields; anything that is not a plain object may have several validation errors. */
function hasNoFields(schema: GenericSchema): boolean {
  const piped: unknown = Reflect.get(schema, 'pipe');
  const parts: readonly unknown[] = Array.isArray(piped) ? piped : [schema];
  return parts.some((part) => {
    const entries: unknown = Reflect.get(Object(part), 'entries');
    return typeof entries === 'object' && entries !== null && Object.keys(entries).length === 0;
  });
}

/** The codes of an operation by status: statuses ascending, codes in the order of `PROBLEMS`. */
export function codesByStatus(operation: Operation): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = codesOf(operation).toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const byStatus = Map.groupBy(codes, (code) => toStatus(code, operation));
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}

function callerCodes({ access, routes, conditionalPermissions = [] }: Operation): ErrorCode[] {
  if (access.kind !== 'key') return [];
  const codes: ErrorCode[] = ['authentication_required', 'api_key_invalid', 'ambiguous_credentials'];
  if (access.permissions.length + conditionalPermissions.length > 0) codes.push('permission_missing');
  if (access.credential === 'workspace-key-only') codes.push('credential_type_not_allowed');
  if (routes.some(({ path }) => path.includes('{workspace}'))) codes.push('workspace_mismatch');
  if (routes.some(({ method }) => method === 'POST'))
    codes.push('idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress');
  return codes;
}

function contentCodes(operation: Operation): ErrorCode[] {
  const { query, body, multipart, optionalBody, readOnlyFields, fieldsOwnedBy, readsBody } = operation;
  const codes: ErrorCode[] = query ? [...issueCodes(query, 'query')] : ['unknown_parameter'];
  if (query && 'entries' in query && 'cursor' in Object(query.entries)) codes.push('cursor_invalid');
  if (!body || readsBody) return codes;
  codes.push('unsupported_media_type', 'malformed_json', ...issueCodes(body, 'body'));
  if (optionalBody !== true) codes.push('body_required');
  if (multipart) codes.push('malformed_form', ...issueCodes(multipart, 'body'));
  if (readOnlyFields || fieldsOwnedBy) codes.push('field_not_updatable');
  return codes;
}

/**
 * Only an id in the path gives a 404. An unknown id in the body is a validation error, and so is a file without its upload, unless
 * the operation is about that file.
 */
function toStatus(code: ErrorCode, { params, body }: Operation): number {
  const { status } = PROBLEMS[code];
  if (status !== 404 && code !== 'media_not_uploaded') return status;
  const missing = code === 'media_not_uploaded' ? 'media_not_found' : code;
  const isOfPath = Object.values(params ?? {}).some(({ notFound }) => notFound().code === missing);
  return body !== undefined && !isOfPath ? 422 : status;
}
