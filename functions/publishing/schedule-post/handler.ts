import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { postRevision } from '#shared/publishing/http/post-view.ts';
import {
  readPublishingTime,
  type ScheduleDependencies,
  scheduleStoredPost,
} from '#shared/publishing/http/schedule-stored-post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = ScheduleDependencies & { readonly posts: Pick<PostStore, 'find' | 'save'> };

/** Schedules a post for its date and time, for another date and time, or now. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),
    revisionOf: postRevision,

    async handle(request) {
      const time = await readPublishingTime(deps.workspaces, request.principal, request.body);
      return scheduleStoredPost(deps, request, time);
    },
  };
}
