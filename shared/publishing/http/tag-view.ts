import * as v from 'valibot';
import { color, created, numericId, pathId } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';

/** A tag in responses. */
export const tagSchema = withDescription(
  withTitle(
    'Tag',
    v.object({
      id: numericId,
      uuid: pathId,
      name: withDescription(v.string(), 'Display name; it does not have to be unique'),
      hex_color: withDescription(color, 'The colour as `#rrggbb`'),
      created_at: created,
    }),
  ),
  'A label for posts',
);

/** Converts a tag to its representation. */
export function tagView(tag: Tag): v.InferInput<typeof tagSchema> {
  return {
    id: tag.id,
    uuid: tag.uuid,
    name: tag.name,
    hex_color: tag.hexColor,
    created_at: tag.createdAt.toISOString(),
  };
}
