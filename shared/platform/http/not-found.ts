import type { MissingResource } from '#shared/platform/core/error-kind.ts';
import { type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';

/**
 * The error for a path that leads to no resource or operation. Ids of other workspaces, deleted ids and malformed ids cannot be told
 * apart (docs/specification.md#missing-resources).
 */
export function notFound(missing: MissingResource<ErrorCode>): PlatformError {
  return new PlatformError(missing, missing().detail);
}
