import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { RemovalRequest } from '#shared/publishing/domain/post-removal.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';

/** A post to trash, to delete, or to remove from the networks. */
export type Deletion = {
  readonly before: Post;
  /** The post in the trash, null if it is permanently deleted, or `before` itself if only its removal is written. */
  readonly after: Post | null;
  /** The removal from the networks that begins with it, if any. */
  readonly removal?: RemovalRequest;
};

/** Maximum number of writes in one transaction of DynamoDB, and the maximum total size of deleted posts in bytes. */
export const MAX_BATCH = { writes: 100, bytes: 3_000_000 } as const;

/** Deletes posts, permanently or to the trash. */
export type PostTrash = {
  /** The existing posts among these ids, in the same order; strongly consistent. */
  findAll(workspaceId: string, ids: readonly string[]): Promise<Post[]>;

  /** Every publication of a post, in no order; strongly consistent. */
  readPublications(postId: string): Promise<Publication[]>;

  /**
   * Deletes or trashes all of the posts, or none if one of them changed since `before` or is being published. The same
   * transaction writes their common event, the audit entries of permanent deletions, and the removals from the networks.
   * Publications of deleted posts are deleted afterwards.
   * @throws PlatformError `post_publishing` · ConcurrentUpdateError
   */
  deletePosts(
    deletions: readonly Deletion[],
    event: RecordedEvent | null,
    context: CommandContext,
  ): Promise<void>;
};
