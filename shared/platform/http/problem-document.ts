import { type ErrorCode, ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import { MAX_ISSUES, PROBLEMS } from './problems.ts';
import type { RequestContext, HttpResult } from './request-context.ts';

/** Headers of certain error codes (RFC 9110, 11.6.1 and 10.2.3). */
export const PROBLEM_HEADERS: Readonly<Partial<Record<ErrorCode, Record<string, string>>>> = {
  authentication_required: { 'WWW-Authenticate': 'Bearer realm="workspace-api"' },
  api_key_invalid: { 'WWW-Authenticate': 'Bearer realm="workspace-api"' },
  idempotency_in_progress: { 'Retry-After': '1' },
  // A publishing run ends within seconds, or its watchdog ends it (docs/specification.md#posts-being-published).
  post_publishing: { 'Retry-After': '30' },
  temporarily_unavailable: { 'Retry-After': '5' },
};

/** The `application/problem+json` response to an error (RFC 9457; docs/specification.md#problem-documents). */
export function problemDocument(
  error: PlatformError,
  { baseUrl, requestId }: Pick<RequestContext, 'baseUrl' | 'requestId'>,
): HttpResult {
  const { title, ...kind } = PROBLEMS[error.code];
  // An unknown id in a body is 422, never 404: only the path decides about 404 (docs/specification.md#references-in-bodies).
  const status = error instanceof ValidationError ? 422 : kind.status;
  const { headers = {}, ...extras } = error.extras;
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...PROBLEM_HEADERS[error.code],
      ...(headers as Record<string, string>),
    },
    body: JSON.stringify({
      type: `${baseUrl}/docs/errors#${error.code}`,
      title,
      status,
      detail: error.message,
      instance: `urn:request:${requestId}`,
      code: error.code,
      request_id: requestId,
      ...(error instanceof ValidationError ? { errors: error.issues.slice(0, MAX_ISSUES) } : {}),
      ...extras,
    }),
  };
}

/** Names of errors after which the same request can succeed later. */
const TRANSIENT = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'SecretUnavailableError',
  'FilesUnavailableError',
]);

/** The error that the client gets for a thrown value. Internal errors reveal nothing about their cause. */
export function toProblem(thrown: unknown): PlatformError {
  if (thrown instanceof PlatformError) return thrown;
  if (thrown instanceof Error && TRANSIENT.has(thrown.name)) {
    return new PlatformError(
      'temporarily_unavailable',
      'A service is temporarily unavailable. Retry the request in a few seconds.',
    );
  }
  return new PlatformError(
    'internal_error',
    'The request failed because of an internal error. Include the request ID when you report it.',
  );
}
