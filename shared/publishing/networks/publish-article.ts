import { createHash } from 'node:crypto';
import type { PublishResult, RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { publishThread } from './publish-thread.ts';
import type { ThreadItem } from './publish-thread.ts';
import { finalError, retryableError, toResult } from './publishing-stop.ts';
import type { PublishingStopError } from './publishing-stop.ts';

/** The fields of an article on a network that decide which of several copies is chosen. */
export type FoundArticle = { readonly id: number; readonly published: boolean };

/** Publishes the one item of a request as an article. A thread is rejected before anything is sent. */
export async function publishArticle(
  request: PublishRequest,
  network: string,
  post: (item: ThreadItem) => Promise<RemotePost>,
): Promise<PublishResult> {
  if (request.items.length > 1) {
    const detail = `Articles on ${network} cannot be threads. Use one item of content.`;
    return toResult(finalError('network_refused', detail), request.done);
  }
  return publishThread(request, post);
}

/**
 * Chooses one of the copies that attempts of a run have created: the published one, otherwise the oldest. Every attempt
 * chooses the same copy, because later copies have higher ids. So at most one is published.
 */
export function chooseArticle<T extends FoundArticle>(copies: readonly T[]): T | undefined {
  const oldestFirst = copies.toSorted((a, b) => a.id - b.id);
  return oldestFirst.find(({ published }) => published) ?? oldestFirst[0];
}

/** The error if the network does not list a draft that it created. The draft is not published, because no repetition would find it. */
export function notListed(network: string): PublishingStopError {
  const detail = `${network} does not list the draft that it created. The next attempt looks for it again.`;
  return retryableError('network_unavailable', detail);
}

/** A digest of the key of a run, by which its article is found again. `length` is the number of hexadecimal digits. */
export function runDigest(key: string, length: number): string {
  return createHash('sha256').update(key).digest('hex').slice(0, length);
}
