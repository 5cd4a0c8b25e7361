import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { duplicatePost } from '#shared/publishing/domain/duplicate-post.ts';
import { postWarnings } from '#shared/publishing/domain/post-warnings.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { readReferences, type ReferenceStores } from '#shared/publishing/http/post-references.ts';
import { postView } from '#shared/publishing/http/post-view.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = Pick<ReferenceStores, 'accounts' | 'media'> & {
  readonly posts: Pick<PostStore, 'find' | 'create'>;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
};

/** Creates a draft from any post, even one that is being published or in the trash. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),

    async handle({ resource: original, principal, now, baseUrl, command }) {
      const { timezone } = await loadWorkspace(deps.workspaces, principal);
      const post = duplicatePost(original, { id: newId(now), timezone, now });
      const { accounts, media } = await readReferences(deps, post.workspaceId, post);
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}/os/api/${post.workspaceId}/posts/${post.id}` },
        body: { data: postView(post, { publications: [], warnings: postWarnings(post, accounts, media) }) },
      };
      await deps.posts.create(post, await command(response));
      return response;
    },
  };
}
