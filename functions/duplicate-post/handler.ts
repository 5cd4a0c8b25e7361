import type { PostStore } from '#shared/domain/ports/post-store.ts';
import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import { duplicatePost } from '#shared/domain/posts/duplicate-post.ts';
import { postWarnings } from '#shared/domain/posts/post-warnings.ts';
import type { Post } from '#shared/domain/posts/post.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadPost } from '#shared/http/posts/load-post.ts';
import { readReferences, type ReferenceStores } from '#shared/http/posts/post-references.ts';
import { postView } from '#shared/http/posts/post-view.ts';
import { loadWorkspace } from '#shared/http/workspaces/load-workspace.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = Pick<ReferenceStores, 'accounts' | 'media'> & {
  readonly posts: Pick<PostStore, 'find' | 'create'>;
  readonly workspaces: Pick<WorkspaceStore, 'find'>;
};

/** Makes a draft of any post, also of one that is going out or in the trash. */
export function createDuplicatePostHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),

    async handle({ resource: original, principal, now, baseUrl, command }) {
      const { timezone } = await loadWorkspace(deps.workspaces, principal);
      const post = duplicatePost(original, { id: newId(now), timezone, now });
      const { accounts, media } = await readReferences(deps, post.workspaceId, post);
      const answer = {
        status: 201,
        headers: { Location: `${baseUrl}/os/api/${post.workspaceId}/posts/${post.id}` },
        body: { data: postView(post, { publications: [], warnings: postWarnings(post, accounts, media) }) },
      };
      await deps.posts.create(post, await command(answer));
      return answer;
    },
  };
}
