import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Post, PostStatus, Publication } from '#shared/publishing/domain/post.ts';

export type PostFilter = {
  readonly status?: PostStatus | undefined;
  readonly trashed: boolean;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after?: string | undefined;
};

/** A post has publications without end, if it is scheduled again and again: an answer has room for so many. */
export const PUBLICATIONS_SHOWN = 300;

/** Posts of workspaces. A post is one item: an edit replaces it whole or not at all. Where posts end is `PostTrash`. */
export interface PostStore {
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(post: Post, context: CommandContext): Promise<void>;
  /** Strongly consistent. */
  find(workspaceId: string, postId: string): Promise<Post | undefined>;
  /** A page of a workspace's posts; which accounts, tags or words they must have is for the caller to look at. */
  list(workspaceId: string, filter: PostFilter): Promise<Post[]>;
  /**
   * Writes `after` if the post is still at the revision of `before` and not going out; with the event it causes, if any,
   * in the same transaction. @throws PlatformError `post_publishing` · DuplicateRequestError · ConcurrentUpdateError
   */
  save(before: Post, after: Post, event: RecordedEvent | null, context: CommandContext): Promise<void>;
  /** What became of each account in each run, newest run first; of the newest runs, `PUBLICATIONS_SHOWN` at most. */
  readPublications(postId: string): Promise<Publication[]>;
}
