import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Post, PostStatus, Publication } from '#shared/publishing/domain/post.ts';

/** Selects one page of posts. `after` is the id of the last post of the previous page. */
export type PostFilter = {
  readonly status?: PostStatus | undefined;
  readonly trashed: boolean;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after?: string | undefined;
};

/** Maximum number of publications in a response; a post that is scheduled repeatedly can have any number. */
export const PUBLICATIONS_SHOWN = 300;

/** The reads of `PostStore`, for operations that may not write. */
export type PostReader = {
  /** Strongly consistent. */
  find(workspaceId: string, postId: string): Promise<Post | undefined>;

  /** One page of posts. The caller filters by accounts, tags and keywords. */
  list(workspaceId: string, filter: PostFilter): Promise<Post[]>;

  /** The result of each account in each run, newest run first, at most `PUBLICATIONS_SHOWN`. */
  readPublications(postId: string): Promise<Publication[]>;
};

/** Posts of workspaces. A post is one item that an edit replaces completely or not at all. `PostTrash` deletes posts. */
export type PostStore = PostReader & {
  /** With the event of a post that is scheduled at once. @throws DuplicateRequestError · ConcurrentUpdateError · SlotTakenError */
  create(post: Post, context: CommandContext, event?: RecordedEvent | null): Promise<void>;

  /**
   * Writes `after` and its event, if any, in one transaction, if the post still has the revision of `before` and is not being
   * published. @throws PlatformError `post_publishing` · DuplicateRequestError · ConcurrentUpdateError · SlotTakenError
   */
  save(before: Post, after: Post, event: RecordedEvent | null, context: CommandContext): Promise<void>;
};
