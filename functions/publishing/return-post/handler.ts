import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { returnPost } from '#shared/publishing/domain/post-approval.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { schedulingResponse } from '#shared/publishing/http/scheduling-response.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly posts: Pick<PostStore, 'find' | 'save'> };

/** Returns a post that waits for approval to its author. */
export function createHandler({ posts }: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(posts, request),

    async handle({ principal, resource: before, body: { note }, now, command }) {
      const after = returnPost(before, note, { now, by: principal.memberId });
      const response = schedulingResponse(after);
      await posts.save(before, after, null, await command(response));
      return response;
    },
  };
}
