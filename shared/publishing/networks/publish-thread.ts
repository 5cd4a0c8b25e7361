import type {
  OutgoingMedia,
  PublishRequest,
  PublishResult,
  RemotePost,
} from '#shared/publishing/ports/publishing-provider.ts';
import { PublishingStopError, retryWith, toResult } from './publishing-stop.ts';

export type ThreadItem = PublishRequest['items'][number];

/** Posts one item of a thread behind those that are there. @throws PublishingStopError */
export type PostItem = (
  item: ThreadItem,
  index: number,
  before: readonly RemotePost[],
) => Promise<RemotePost>;

/**
 * Posts what is missing of a thread, in order, from the first item that the network has not confirmed. Where one stops, the
 * result still names all that went before, so that the next attempt goes on behind them.
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

/** Reads a file's bytes. What keeps us from them is ours and may pass. @throws PublishingStopError */
export async function readMedia(media: OutgoingMedia): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await media.read();
  } catch {
    throw retryWith('media_unreadable', `The file ${media.id} could not be read.`);
  }
}
