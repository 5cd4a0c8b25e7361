import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { postRevision } from '#shared/publishing/http/post-view.ts';
import { type QueueDependencies, queueStoredPost } from '#shared/publishing/http/schedule-stored-post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = QueueDependencies & { readonly posts: Pick<PostStore, 'find' | 'save'> };

/** Schedules a post for the next free slot of the posting queue. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),
    revisionOf: postRevision,
    handle: (request) => queueStoredPost(deps, request),
  };
}
