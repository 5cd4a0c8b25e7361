import { PlatformError } from '#shared/platform/core/errors.ts';

/** The error for a caller who is not an admin, or no longer one. */
export function adminRequired(): PlatformError {
  return new PlatformError(
    'admin_required',
    'Only an admin can change other members and their keys. Use a key of an admin.',
  );
}
