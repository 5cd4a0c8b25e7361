import * as v from 'valibot';
import type { PostRecord } from './bluesky-record.ts';
import { errorSchema, recordSchema, strongRefSchema } from './bluesky-schemas.ts';
import type { StrongRef } from './bluesky-schemas.ts';
import type { BlueskySession } from './bluesky-session.ts';
import { finalError } from './publishing-stop.ts';

/** The collection of posts in a repository. */
export const COLLECTION = 'app.bsky.feed.post';

/**
 * Writes the record of a post unless its key already exists, which means that an earlier attempt wrote it. The existing
 * record is kept unchanged, even if a mention could be resolved now, because replies and likes reference its version.
 * @throws PublishingStopError
 */
export async function writeOnce(
  session: BlueskySession,
  rkey: string,
  record: PostRecord,
): Promise<StrongRef> {
  const place = { repo: session.did, collection: COLLECTION, rkey };
  const write = {
    ...session.procedure('com.atproto.repo.putRecord', { ...place, record, swapRecord: null }),
    posts: true,
  };
  const response = await session.network.send(write);
  if (response.status !== 400 || !isSwapError(response.text)) {
    return session.network.read(response, write, strongRefSchema);
  }
  const question = session.query('com.atproto.repo.getRecord', place);
  const { uri, cid, value } = await session.network.call(question, recordSchema);
  if (value.createdAt === record.createdAt && value.text === record.text) return { uri, cid };
  throw finalError(
    'network_refused',
    'Bluesky already has a different post under the record key of this post. Check the account. To publish the ' +
      'content again, duplicate the post.',
  );
}

function isSwapError(text: string): boolean {
  try {
    return v.parse(errorSchema, JSON.parse(text)).error === 'InvalidSwap';
  } catch {
    return false;
  }
}
