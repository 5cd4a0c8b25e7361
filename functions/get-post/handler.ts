import type { PostStore } from '#shared/domain/ports/post-store.ts';
import { postWarnings } from '#shared/domain/posts/post-warnings.ts';
import type { Post } from '#shared/domain/posts/post.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadPost } from '#shared/http/posts/load-post.ts';
import { readReferences, type ReferenceStores } from '#shared/http/posts/post-references.ts';
import { postView } from '#shared/http/posts/post-view.ts';
import type { operation } from './operation.ts';

type Dependencies = Pick<ReferenceStores, 'accounts' | 'media'> & {
  readonly posts: Pick<PostStore, 'find' | 'readPublications'>;
};

/** Reads a post, in the trash or not (G43), with its publications and warnings. */
export function createGetPostHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),

    async handle({ resource: post }) {
      const [publications, { accounts, media }] = await Promise.all([
        deps.posts.readPublications(post.id),
        readReferences(deps, post.workspaceId, post),
      ]);
      const warnings = postWarnings(post, accounts, media);
      return { status: 200, body: { data: postView(post, { publications, warnings }) } };
    },
  };
}
