import type { Change } from '#shared/platform/core/change.ts';
import type { PostRemoval } from '#shared/publishing/domain/deletion/post-removal.ts';

/** The reads of `PostRemovals`, for operations that may not write. */
export type PostRemovalReader = {
  /** Strongly consistent. */
  find(workspaceId: string, postId: string): Promise<PostRemoval | undefined>;
};

/** Removals of posts from the networks. `PostTrash` creates them in the transaction that deletes the posts. */
export type PostRemovals = PostRemovalReader & {
  /** Records progress. Returns false if the removal has changed since `before`. */
  advance(before: PostRemoval, after: PostRemoval, change: Change): Promise<boolean>;
};
