import { tagIdProblem } from '#shared/biolinks/domain/pixel-tag.ts';
import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import { pixelView } from '#shared/biolinks/http/pixel-view.ts';
import type { PixelStore } from '#shared/biolinks/ports/pixel-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly pixels: Pick<PixelStore, 'create'> };

/** Adds a tracking pixel whose id has the format of its provider. */
export function createHandler({ pixels }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const { provider, tag_id: tagId, name } = body;
      const detail = tagIdProblem(provider, tagId);
      if (detail !== undefined) {
        throw new ValidationError([{ pointer: '#/tag_id', code: 'invalid_format', detail }]);
      }
      const pixel: Pixel = { id: newId(now), workspaceId, provider, tagId, name, createdAt: now };
      const headers = { Location: `${baseUrl}/api/v1/biolinks/pixels/${pixel.id}` };
      const response = { status: 201, body: { data: pixelView(pixel) }, headers };
      await pixels.create(pixel, await command(response));
      return response;
    },
  };
}
