import { decodeNumberCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { mediaView } from '#shared/publishing/http/media-view.ts';
import type { MediaReader } from '#shared/publishing/ports/media-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly media: Pick<MediaReader, 'list'> };

/** Lists the files of the workspace, newest first. */
export function createHandler({ media }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'media', workspace: workspaceId };
      const after = cursor === undefined ? undefined : decodeNumberCursor(cursor, scope);
      const found = await media.list(workspaceId, { limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, mediaView) };
    },
  };
}
