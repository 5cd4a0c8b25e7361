import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { postWarnings } from '#shared/publishing/domain/post-warnings.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { readReferences, type ReferenceStores } from '#shared/publishing/http/post-references.ts';
import { postView } from '#shared/publishing/http/post-view.ts';
import type { PostRemovalReader } from '#shared/publishing/ports/post-removals.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = Pick<ReferenceStores, 'accounts' | 'media'> & {
  readonly posts: Pick<PostReader, 'find' | 'readPublications'>;
  readonly postRemovals: PostRemovalReader;
};

/** Reads a post, even one in the trash, with its publications and warnings. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),

    async handle({ resource: post }) {
      const [publications, removal, { accounts, media }] = await Promise.all([
        deps.posts.readPublications(post.id),
        // A post that was never published cannot have been removed from a network.
        post.runs > 0 ? deps.postRemovals.find(post.workspaceId, post.id) : undefined,
        readReferences(deps, post.workspaceId, post),
      ]);
      const warnings = postWarnings(post, accounts, media);
      return { status: 200, body: { data: postView(post, { publications, removal, warnings }) } };
    },
  };
}
