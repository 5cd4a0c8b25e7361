import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Deletion } from '#shared/publishing/domain/deletion/deletion.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';

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
