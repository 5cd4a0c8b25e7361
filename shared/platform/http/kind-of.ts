import type { ErrorFields } from '#shared/platform/core/error-kind.ts';
import { type ErrorCode, type PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import { platformErrors } from '#shared/platform/core/platform-errors.ts';

/**
 * The kind of an error, for its response. Only the HTTP chain needs the table of the errors of the platform: a function that a queue, a
 * stream or a schedule invokes sends no response, so its bundle does not contain the table.
 */
export function kindOf(problem: PlatformError): ErrorFields<ErrorCode> {
  const { error } = problem;
  const kind: ErrorFields<ErrorCode> = 'status' in error ? error : platformErrors[error.code];
  if (!(problem instanceof ValidationError)) return kind;
  const { code, title } = kind;
  // An unknown id in a body is 422, never 404: only the path decides about 404 (docs/specification.md#references-in-bodies).
  return { code, title, status: 422 };
}
