import { type ErrorCode, ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import { MAX_ISSUES, PROBLEMS } from './problems.ts';
import type { RequestContext, HttpResult } from './request-context.ts';

/** Headers that codes bring along (RFC 9110, 11.6.1 and 10.2.3). */
export const PROBLEM_HEADERS: Readonly<Partial<Record<ErrorCode, Record<string, string>>>> = {
  authentication_required: { 'WWW-Authenticate': 'Bearer realm="workspace-api"' },
  api_key_invalid: { 'WWW-Authenticate': 'Bearer realm="workspace-api"' },
  idempotency_in_progress: { 'Retry-After': '1' },
  // A run ends within seconds, or is ended by its watchdog (G28).
  post_publishing: { 'Retry-After': '30' },
  temporarily_unavailable: { 'Retry-After': '5' },
};

/** The `application/problem+json` answer to a refusal (RFC 9457, decisions 2). */
export function problemDocument(
  rejection: PlatformError,
  { baseUrl, requestId }: Pick<RequestContext, 'baseUrl' | 'requestId'>,
): HttpResult {
  const { title, ...kind } = PROBLEMS[rejection.code];
  // What a body names and the workspace does not have is a fault of the body: 404 is said of the path alone (G33, G68).
  const status = rejection instanceof ValidationError ? 422 : kind.status;
  const { headers = {}, ...extras } = rejection.extras;
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...PROBLEM_HEADERS[rejection.code],
      ...(headers as Record<string, string>),
    },
    body: JSON.stringify({
      type: `${baseUrl}/docs/errors#${rejection.code}`,
      title,
      status,
      detail: rejection.message,
      instance: `urn:request:${requestId}`,
      code: rejection.code,
      request_id: requestId,
      ...(rejection instanceof ValidationError ? { errors: rejection.issues.slice(0, MAX_ISSUES) } : {}),
      ...extras,
    }),
  };
}

/** Names of SDK errors that mean the same request can succeed later. */
const PASSING = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'SecretUnavailableError',
  'FilesUnavailableError',
]);

/** What a thrown value means to the caller; what is not a refusal says nothing about its cause. */
export function toProblem(thrown: unknown): PlatformError {
  if (thrown instanceof PlatformError) return thrown;
  if (thrown instanceof Error && PASSING.has(thrown.name)) {
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
