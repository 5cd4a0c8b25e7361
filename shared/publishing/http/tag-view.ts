import * as v from 'valibot';
import { color, created, numericId, pathId } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import { described } from '#shared/platform/http/described.ts';

/** A tag as shown. */
export const tagSchema = described(
  named(
    'Tag',
    v.object({
      id: numericId,
      uuid: pathId,
      name: described(v.string(), 'What people know it by; several tags can have the same'),
      hex_color: described(color, 'Its colour as `#rrggbb`'),
      created_at: created,
    }),
  ),
  'A label for posts',
);

/** The representation of a tag. */
export function tagView(tag: Tag): v.InferInput<typeof tagSchema> {
  return {
    id: tag.id,
    uuid: tag.uuid,
    name: tag.name,
    hex_color: tag.hexColor,
    created_at: tag.createdAt.toISOString(),
  };
}
