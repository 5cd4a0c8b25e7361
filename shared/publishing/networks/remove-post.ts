import type { RemoveResult } from '#shared/publishing/ports/publishing-provider.ts';
import { PublishingStopError } from './publishing-stop.ts';

/** Runs the request that removes a post, and converts its errors to a result. */
export async function removeBy(remove: () => Promise<void>): Promise<RemoveResult> {
  try {
    await remove();
    return { kind: 'removed' };
  } catch (error) {
    if (!(error instanceof PublishingStopError)) throw error;
    const { stop } = error;
    if (stop.kind !== 'retry') return stop;
    return { kind: 'retry', error: stop.error, notBefore: stop.notBefore };
  }
}
