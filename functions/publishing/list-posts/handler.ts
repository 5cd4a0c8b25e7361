import { decodeCursor, encodeCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { statusFilter } from '#shared/publishing/http/post-query.ts';
import { listedPostView } from '#shared/publishing/http/post-view.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import { collectPosts } from '#shared/publishing/use-cases/collect-posts.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly posts: Pick<PostReader, 'list'> };

/** Lists the posts of the workspace in order of creation. */
export function createHandler({ posts }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor, ...filters } }) {
      const scope = { list: 'posts', workspace: workspaceId, filters };
      const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
      const { status, order, ...search } = filters;
      const range = { ...statusFilter(status), order };
      const { found, readTo } = await collectPosts(posts, workspaceId, range, search, { limit, after });
      return {
        status: 200,
        body: {
          data: found.map(listedPostView),
          next_cursor: readTo === undefined ? null : encodeCursor(readTo, scope),
          has_more: readTo !== undefined,
        },
      };
    },
  };
}
