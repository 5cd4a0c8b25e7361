import { decodeNumberCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import { mentions } from '#shared/publishing/domain/texts/search-text.ts';
import { collectNumbered } from '#shared/publishing/http/collect-numbered.ts';
import { toNumberedPage } from '#shared/publishing/http/numbered-page.ts';
import { tagView } from '#shared/publishing/http/tag-view.ts';
import type { TagReader } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly tags: Pick<TagReader, 'list'> };

/** Lists tags, highest id first. */
export function createHandler({ tags }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { workspaceId } = request.principal;
      const { limit, page, cursor, ...filters } = request.query;
      const scope = { list: 'tags', workspace: workspaceId, ...filters };
      const after = decodeNumberCursor(cursor, scope);
      const read = await collectNumbered(
        tags,
        workspaceId,
        mentions<Tag>(filters.keyword, ({ name }) => [name]),
        { limit, page, after },
      );
      return { status: 200, body: toNumberedPage(read, request, scope, tagView) };
    },
  };
}
