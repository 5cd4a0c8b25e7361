import * as v from 'valibot';
import { color, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import type { Tag } from '#shared/domain/posts/account.ts';

/** A tag as shown. */
export const tagSchema = named(
  'Tag',
  v.object({
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    uuid,
    name: v.string(),
    hex_color: color,
    created_at: timestamp,
  }),
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
