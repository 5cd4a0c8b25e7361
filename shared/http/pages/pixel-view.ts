import * as v from 'valibot';
import { timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { type Pixel, PIXEL_PROVIDERS } from '#shared/domain/pages/pixel.ts';

/** A tracking pixel as shown (R31). */
export const pixelSchema = named(
  'Pixel',
  v.object({
    id: uuid,
    provider: v.picklist(PIXEL_PROVIDERS),
    tag_id: v.string(),
    name: v.string(),
    created_at: timestamp,
  }),
);

/** The representation of a pixel. */
export function pixelView(pixel: Pixel): v.InferInput<typeof pixelSchema> {
  return {
    id: pixel.id,
    provider: pixel.provider,
    tag_id: pixel.tagId,
    name: pixel.name,
    created_at: pixel.createdAt.toISOString(),
  };
}
