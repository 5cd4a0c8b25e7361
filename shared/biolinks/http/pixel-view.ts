import * as v from 'valibot';
import { type Pixel, PIXEL_PROVIDERS } from '#shared/biolinks/domain/pixel.ts';
import { created, id } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** A tracking pixel in responses (docs/specification/biolinks.md#pixels). */
export const pixelSchema = withDescription(
  withTitle(
    'Pixel',
    v.object({
      id,
      provider: withDescription(v.picklist(PIXEL_PROVIDERS), 'The tracking provider'),
      tag_id: withDescription(v.string(), 'The ID that the provider assigned, such as `G-ABC1234567`'),
      name: withDescription(v.string(), 'Name of the pixel in the workspace'),
      created_at: created,
    }),
  ),
  'A tracking pixel, which pages load only for visitors who consent',
);

/** Converts a pixel to its representation. */
export function pixelView(pixel: Pixel): v.InferInput<typeof pixelSchema> {
  return {
    id: pixel.id,
    provider: pixel.provider,
    tag_id: pixel.tagId,
    name: pixel.name,
    created_at: pixel.createdAt.toISOString(),
  };
}
