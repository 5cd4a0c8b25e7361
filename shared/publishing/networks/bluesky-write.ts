import * as v from 'valibot';
import type { PostRecord } from './bluesky-record.ts';
import { errorSchema, recordSchema, strongRefSchema } from './bluesky-schemas.ts';
import type { StrongRef } from './bluesky-schemas.ts';
import type { Service } from './bluesky-service.ts';
import { failedWith } from './publishing-stop.ts';

/** The collection of a repository that holds posts. */
export const COLLECTION = 'app.bsky.feed.post';

/**
 * Writes a post's record unless there is one by its key, which then is what an earlier attempt wrote. That one stays as it
 * is, even if a mention could be resolved by now: replies and likes name its version. @throws PublishingStopError
 */
export async function writeOnce(service: Service, rkey: string, record: PostRecord): Promise<StrongRef> {
  const place = { repo: service.did, collection: COLLECTION, rkey };
  const write = {
    ...service.procedure('com.atproto.repo.putRecord', { ...place, record, swapRecord: null }),
    posts: true,
  };
  const answer = await service.network.send(write);
  if (answer.status !== 400 || !isSwapError(answer.text)) {
    return service.network.read(answer, write, strongRefSchema);
  }
  const question = service.query('com.atproto.repo.getRecord', place);
  const { uri, cid, value } = await service.network.call(question, recordSchema);
  if (value.createdAt === record.createdAt && value.text === record.text) return { uri, cid };
  throw failedWith('network_refused', 'A different post already exists under the record key of this post.');
}

function isSwapError(text: string): boolean {
  try {
    return v.parse(errorSchema, JSON.parse(text)).error === 'InvalidSwap';
  } catch {
    return false;
  }
}
