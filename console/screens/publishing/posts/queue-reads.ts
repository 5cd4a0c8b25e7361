import type { components } from '#clients/typescript/schema.d.ts';
import { type ListedPost, POSTS } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf, revisionOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type PostingQueue = components['schemas']['PostingQueue'];
type UpcomingSlot = PostingQueue['upcoming'][number];

/** A posting queue with the revision that an edit of its slots is based on. */
export type RevisedQueue = { readonly queue: PostingQueue; readonly etag: string };

export const QUEUE = '/os/api/{workspace}/posting-queue';
export const QUEUE_KEY = ['posting-queue'] as const;
const REFRESH_MS = 30_000;

export async function readQueue({ api, me }: Session): Promise<RevisedQueue> {
  const params = { path: { workspace: me.workspace.id } };
  const { data, etag } = await revisionOf(api.GET(QUEUE, { params }));
  return { queue: data, etag };
}

/** Reads the posting queue with its revision, and keeps it current. */
export function usePostingQueue(): Loaded<RevisedQueue> {
  const { session } = useSigned();
  return useQuery(QUEUE_KEY, () => readQueue(session), REFRESH_MS);
}

/** The next slot at which no post is scheduled, among the slots that the API lists. */
export function nextFreeSlot({ upcoming }: PostingQueue): UpcomingSlot | undefined {
  return upcoming.find(({ post_id: post }) => post === null);
}

/** Reads the posts that are scheduled for the listed slots, at most a hundred. */
export function useQueuedPosts({ upcoming }: PostingQueue): Loaded<readonly ListedPost[]> {
  const { api, me } = useSigned().session;
  const [from, to] = [upcoming.at(0)?.date, upcoming.at(-1)?.date];
  return useQuery(['queued-posts', from, to], async () => {
    if (from === undefined || to === undefined) return [];
    const query = { status: 'scheduled', from, to, limit: 100 } as const;
    const params = { path: { workspace: me.workspace.id }, query };
    return dataOf(api.GET(POSTS, { params }));
  });
}

/** The path of the API for the posting queue. */
export function queuePath(workspace: string): string {
  return `/os/api/${encodeURIComponent(workspace)}/posting-queue`;
}
