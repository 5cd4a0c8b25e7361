import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Post } from '#shared/publishing/domain/post.ts';

/** A post to trash or to delete: `after` is the post in the trash, or null if it is permanently deleted. */
export type Deletion = { readonly before: Post; readonly after: Post | null };

/**
 * Maximum number of writes of posts in one transaction, and their maximum total size in bytes. DynamoDB accepts 100 writes, and
 * one of them is the event. Moving a post to the trash is one write; deleting it permanently is two, with its audit entry.
 */
export const MAX_BATCH = { writes: 99, bytes: 3_000_000 } as const;

/** Deletes posts, permanently or to the trash. */
export interface PostTrash {
  /** The existing posts among these ids, in the same order; strongly consistent. */
  findAll(workspaceId: string, ids: readonly string[]): Promise<Post[]>;

  /**
   * Deletes or trashes all of the posts, or none if one of them changed since `before` or is being published. The same
   * transaction writes their common event and the audit entries of permanent deletions. Publications of deleted posts are
   * deleted afterwards.
   * @throws PlatformError `post_publishing` · ConcurrentUpdateError
   */
  deletePosts(
    deletions: readonly Deletion[],
    event: RecordedEvent | null,
    context: CommandContext,
  ): Promise<void>;
}
