import { pixelView } from '#shared/biolinks/http/pixel-view.ts';
import type { PixelReader } from '#shared/biolinks/ports/pixel-store.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly pixels: Pick<PixelReader, 'list'> };

/** Lists tracking pixels, newest first. */
export function createHandler({ pixels }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'pixels', workspace: workspaceId };
      const after = decodeCursor(cursor, scope);
      const found = await pixels.list(workspaceId, { limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, pixelView) };
    },
  };
}
