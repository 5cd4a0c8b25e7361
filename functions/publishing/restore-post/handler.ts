import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { restorePost } from '#shared/publishing/domain/deletion/trash-post.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { schedulingResponse } from '#shared/publishing/http/scheduling-response.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
};

/** Restores a post as a draft. A post that is not in the trash does not change. */
export function createHandler({ posts, workspaces }: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(posts, request),

    async handle({ resource: before, principal, now, command }) {
      const { timezone } = await loadWorkspace(workspaces, principal);
      const after = restorePost(before, timezone, now);
      if (!after) return schedulingResponse(before);
      const response = schedulingResponse(after);
      await posts.save(before, after, null, await command(response));
      return response;
    },
  };
}
