import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { unschedulePost } from '#shared/publishing/domain/schedule-post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { schedulingResponse } from '#shared/publishing/http/scheduling-response.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly posts: Pick<PostStore, 'find' | 'save'> };

/** Unschedules a post before it is published, without an event. */
export function createHandler({ posts }: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(posts, request),

    async handle({ resource: before, now, command }) {
      const after = unschedulePost(before, now);
      if (!after) return schedulingResponse(before);
      const response = schedulingResponse(after);
      await posts.save(before, after, null, await command(response));
      return response;
    },
  };
}
