import type { Post } from '#shared/publishing/domain/post.ts';
import type { RemovalRequest } from './post-removal.ts';

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
