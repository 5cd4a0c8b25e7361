import { decodeCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { collectPosts } from '#shared/publishing/http/collect-posts.ts';
import { toNumberedPage } from '#shared/publishing/http/numbered-page.ts';
import { statusFilter } from '#shared/publishing/http/post-query.ts';
import { listedPostView } from '#shared/publishing/http/post-view.ts';
import type { TagReader } from '#shared/publishing/ports/account-store.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';
import { resolveTags } from './resolve-tags.ts';

type Dependencies = {
  readonly posts: Pick<PostReader, 'list'>;
  readonly tags: Pick<TagReader, 'list'>;
};

const NOTHING = { found: [], skipped: 0, readTo: undefined };

/** Lists the posts of the workspace in order of creation. */
export function createHandler({ posts, tags }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { workspaceId } = request.principal;
      const { limit, cursor, page, ...filters } = request.query;
      const scope = { list: 'posts', workspace: workspaceId, filters };
      const after = decodeCursor(cursor, scope);
      const { status, order, tags: wanted, ...others } = filters;
      const search = { ...others, tags: await resolveTags(tags, workspaceId, wanted) };
      const range = { ...statusFilter(status), order };
      // No tag has one of the names, so no post can match.
      const isEmpty = search.tags?.length === 0;
      const read = isEmpty
        ? NOTHING
        : await collectPosts(posts, workspaceId, range, search, { limit, page, after });
      return { status: 200, body: toNumberedPage(read, request, scope, listedPostView) };
    },
  };
}
