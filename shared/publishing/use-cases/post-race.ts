import { PlatformError } from '#shared/platform/core/errors.ts';
import { isConcurrentUpdate } from '#shared/platform/core/retry-on-conflict.ts';

/** Whether a post was changed, or started to be published, after it was read. */
export function isPostRace(error: unknown): boolean {
  return isConcurrentUpdate(error) || (error instanceof PlatformError && error.code === 'post_publishing');
}
