import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Post } from '#shared/publishing/domain/post.ts';

/** A post to trash or to delete: `after` is the post in the trash, or null if it is permanently deleted. */
export type Deletion = { readonly before: Post; readonly after: Post | null };

/** Maximum number of posts deleted in one transaction, and their maximum total size in bytes. */
export const MAX_BATCH = { posts: 25, bytes: 3_000_000 } as const;

/** Deletes posts, permanently or to the trash. */
export interface PostTrash {
  /** The existing posts among these ids, in the same order; strongly consistent. */
  findAll(workspaceId: string, ids: readonly string[]): Promise<Post[]>;

  /**
   * Deletes or trashes all of the posts or none, if each is still as in `before` and not being published. The same
   * transaction writes their common event and, for posts that are permanently deleted, the audit entries. Publications of
   * deleted posts are deleted too.
   * @throws PlatformError `post_publishing` · ConcurrentUpdateError
   */
  deletion(
    deletions: readonly Deletion[],
    event: RecordedEvent | null,
    context: CommandContext,
  ): Promise<void>;
}
