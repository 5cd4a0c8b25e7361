import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PixelStore } from '#shared/biolinks/ports/pixel-store.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly pixels: Pick<PixelStore, 'findAll' | 'remove'> };

/**
 * Deletes a pixel even if pages reference it, because stopping a tracker must not require an edit of every page. Pages keep
 * the id and ignore it.
 */
export function createHandler({ pixels }: Dependencies): OperationHandler<typeof operation, Pixel> {
  return {
    async load({ principal, params }) {
      const [pixel] = await pixels.findAll(principal.workspaceId, [params.pixel]);
      if (!pixel) throw notFound(biolinksErrors.pixel_not_found);
      return pixel;
    },

    async handle({ resource: pixel, command }) {
      const response = { status: 204 };
      await pixels.remove(pixel, await command(response));
      return response;
    },
  };
}
