import type { PostStore } from '#shared/domain/ports/post-store.ts';
import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import type { Post } from '#shared/domain/posts/post.ts';
import { restorePost } from '#shared/domain/posts/trash-post.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadPost } from '#shared/http/posts/load-post.ts';
import { schedulingAnswer } from '#shared/http/posts/scheduling-answer.ts';
import { loadWorkspace } from '#shared/http/workspaces/load-workspace.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly workspaces: Pick<WorkspaceStore, 'find'>;
};

/** Restores a post as a draft (R28); one that is not in the trash stays as it is. */
export function createRestorePostHandler({
  posts,
  workspaces,
}: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(posts, request),

    async handle({ resource: before, principal, now, command }) {
      const { timezone } = await loadWorkspace(workspaces, principal);
      const after = restorePost(before, timezone, now);
      if (!after) return schedulingAnswer(before);
      const answer = schedulingAnswer(after);
      await posts.save(before, after, null, await command(answer));
      return answer;
    },
  };
}
