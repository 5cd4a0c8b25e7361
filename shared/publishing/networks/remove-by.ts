import type { RemoveResult } from '#shared/publishing/domain/publish-result.ts';
import { PublishingStopError } from './publishing-stop.ts';

/** Runs the requests that remove a post, and converts their errors to a result. */
export async function removeBy(act: () => Promise<void>): Promise<RemoveResult> {
  try {
    await act();
    return { kind: 'removed' };
  } catch (error) {
    if (!(error instanceof PublishingStopError)) throw error;
    const { stop } = error;
    if (stop.kind !== 'retry') return stop;
    // Removing twice is harmless, so it does not matter whether the network may have removed the post.
    return { kind: 'retry', error: stop.error, notBefore: stop.notBefore };
  }
}
