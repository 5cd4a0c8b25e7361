import { PlatformError } from '#shared/platform/core/errors.ts';
import { isConcurrentUpdate } from '#shared/platform/core/retry-on-conflict.ts';

/** Whether a concurrent request changed the contact, or created one with its address. */
export function isContactRace(error: unknown): boolean {
  return isConcurrentUpdate(error) || (error instanceof PlatformError && error.code === 'contact_exists');
}
