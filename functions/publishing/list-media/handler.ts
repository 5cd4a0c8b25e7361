import type { Media } from '#shared/files/domain/media.ts';
import { mediaView } from '#shared/files/http/media-view.ts';
import type { MediaReader } from '#shared/files/ports/media-store.ts';
import { decodeNumberCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { mentions } from '#shared/publishing/domain/texts/search-text.ts';
import { collectNumbered } from '#shared/publishing/http/collect-numbered.ts';
import { toNumberedPage } from '#shared/publishing/http/numbered-page.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly media: Pick<MediaReader, 'list'> };

/** Lists the files of the workspace, newest first. */
export function createHandler({ media }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { workspaceId } = request.principal;
      const { limit, page, cursor, ...filters } = request.query;
      const scope = { list: 'media', workspace: workspaceId, ...filters };
      const after = decodeNumberCursor(cursor, scope);
      const read = await collectNumbered(
        media,
        workspaceId,
        mentions<Media>(filters.keyword, ({ name, altText }) => [name, altText]),
        { limit, page, after },
      );
      return { status: 200, body: toNumberedPage(read, request, scope, mediaView) };
    },
  };
}
