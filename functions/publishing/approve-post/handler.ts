import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { schedulePost, type Scheduling } from '#shared/publishing/domain/schedule-post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { postRevision } from '#shared/publishing/http/post-view.ts';
import {
  type QueueDependencies,
  queueStoredPost,
  readPublishingTime,
  scheduleStoredPost,
} from '#shared/publishing/http/schedule-stored-post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = QueueDependencies & { readonly posts: Pick<PostStore, 'find' | 'save'> };

/** Approves a post, which schedules it under the conditions of `schedulePost`. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),
    revisionOf: postRevision,
    // After a concurrent edit the approval fails, because the caller has not read the edited content.
    mayRetry: () => false,

    async handle({ body: { queue, ...sent }, ...request }) {
      const approve = (scheduling: Scheduling) => schedulePost(request.resource, scheduling, 'approve');
      if (queue) return queueStoredPost(deps, request, approve);
      const time = await readPublishingTime(deps.workspaces, request.principal, sent);
      return scheduleStoredPost(deps, request, time, approve);
    },
  };
}
