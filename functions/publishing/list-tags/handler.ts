import { decodeNumberCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { tagView } from '#shared/publishing/http/tag-view.ts';
import type { TagReader } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly tags: Pick<TagReader, 'list'> };

/** Lists tags, highest id first. */
export function createHandler({ tags }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'tags', workspace: workspaceId };
      const after = cursor === undefined ? undefined : decodeNumberCursor(cursor, scope);
      const found = await tags.list(workspaceId, { limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, tagView) };
    },
  };
}
