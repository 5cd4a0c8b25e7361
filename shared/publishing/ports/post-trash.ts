import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Post } from '#shared/publishing/domain/post.ts';

/** A post on its way into the trash, `after` being what it is there, or out of the world: then it is null. */
export type Deletion = { readonly before: Post; readonly after: Post | null };

/** At most so many posts are deleted together, and their sizes in bytes add up to no more (H2). */
export const MAX_BATCH = { posts: 25, bytes: 3_000_000 } as const;

/** Where posts end: the trash, or nothing. */
export interface PostTrash {
  /** Posts of the workspace among those named, in that order; strongly consistent; unknown ones are left out. */
  findAll(workspaceId: string, ids: readonly string[]): Promise<Post[]>;

  /**
   * Deletions posts, all or none, if each is still as in `before` and not going out; with the one event that tells of them and, for
   * those deleted for good, their entries in the audit log. Publications of these go with them.
   * @throws PlatformError `post_publishing` · ConcurrentUpdateError
   */
  deletion(
    deletions: readonly Deletion[],
    event: RecordedEvent | null,
    context: CommandContext,
  ): Promise<void>;
}
