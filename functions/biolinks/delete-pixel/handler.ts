import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import type { PixelStore } from '#shared/biolinks/ports/pixel-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly pixels: Pick<PixelStore, 'findAll' | 'remove'> };

/**
 * Removes a pixel, whether or not pages name it: to stop tracking must never wait for an edit of every page. Pages keep the
 * id and ignore it.
 */
export function createHandler({ pixels }: Dependencies): OperationHandler<typeof operation, Pixel> {
  return {
    async load({ principal, params }) {
      const [pixel] = await pixels.findAll(principal.workspaceId, [params['pixel'] ?? '']);
      if (!pixel) throw new PlatformError('pixel_not_found', NOT_FOUND);
      return pixel;
    },

    async handle({ resource: pixel, command }) {
      const answer = { status: 204 };
      await pixels.remove(pixel, await command(answer));
      return answer;
    },
  };
}
