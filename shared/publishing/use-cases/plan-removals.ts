import {
  type RemovalMode,
  type RemovalRequest,
  requestPostRemoval,
} from '#shared/publishing/domain/deletion/post-removal.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostRemovalReader } from '#shared/publishing/ports/post-removals.ts';
import type { PostTrash } from '#shared/publishing/ports/post-trash.ts';

/** Number of posts whose publications are read in parallel. */
const AT_ONCE = 10;

/** The reads that planning removals needs. */
export type RemovalReaders = {
  readonly trash: Pick<PostTrash, 'readPublications'>;
  readonly postRemovals: PostRemovalReader;
};

/**
 * The removals of posts from the networks, by post; posts that no network has are missing. The posts must have been read before:
 * publications change only together with their post, so the condition of the deletion on the post also protects what is read here.
 */
export async function planRemovals(
  { trash, postRemovals }: RemovalReaders,
  posts: readonly Post[],
  mode: RemovalMode,
  now: Date,
): Promise<Map<string, RemovalRequest>> {
  const planned = new Map<string, RemovalRequest>();
  const published = posts.filter(({ runs }) => runs > 0);
  for (let from = 0; from < published.length; from += AT_ONCE) {
    const group = published.slice(from, from + AT_ONCE);
    await Promise.all(
      group.map(async (post) => {
        const [publications, earlier] = await Promise.all([
          trash.readPublications(post.id),
          postRemovals.find(post.workspaceId, post.id),
        ]);
        const request = requestPostRemoval(post, mode, publications, { earlier, now });
        if (request) planned.set(post.id, request);
      }),
    );
  }
  return planned;
}
