import type { PublishResult, RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { OutgoingMedia, PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { PublishingStopError, retryableError, toResult } from './publishing-stop.ts';

/** An item of a thread, with its files. */
export type ThreadItem = PublishRequest['items'][number];

/** Publishes one item of a thread after those in `before`. @throws PublishingStopError */
export type PostItem = (
  item: ThreadItem,
  index: number,
  before: readonly RemotePost[],
) => Promise<RemotePost>;

/**
 * Publishes the missing items of a thread in order, starting after the last confirmed one. If an item fails, the result still
 * lists all confirmed posts, so that the next attempt continues after them.
 */
export async function publishThread(request: PublishRequest, postItem: PostItem): Promise<PublishResult> {
  const done = [...request.done];
  try {
    for (const [index, item] of request.items.entries()) {
      if (index >= done.length) done.push(await postItem(item, index, done));
    }
    return { kind: 'published', done };
  } catch (error) {
    if (error instanceof PublishingStopError) return toResult(error, done);
    throw error;
  }
}

/** Reads the bytes of a file from our storage. A failure may be transient, so the attempt is retried. @throws PublishingStopError */
export async function readMedia(media: OutgoingMedia): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await media.read();
  } catch {
    throw retryableError('media_unreadable', `The file ${media.id} could not be read.`);
  }
}
