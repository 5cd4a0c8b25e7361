import * as v from 'valibot';
import { count, created, numericId, pathId, timestamp } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { MEDIA_LIMITS, type Media } from '#shared/publishing/domain/media.ts';
import { described } from '#shared/platform/http/described.ts';

const MEDIA_TYPES = Object.keys(MEDIA_LIMITS);

/** A file of the media library as shown; its integer `id` is what posts name. */
export const mediaSchema = described(
  named(
    'Media',
    v.object({
      id: numericId,
      uuid: pathId,
      name: described(v.string(), 'Name of the file, for people'),
      mime_type: described(v.picklist(MEDIA_TYPES), 'As announced; an upload of another type is refused'),
      size: described(count, 'In bytes: as announced, then as found in the upload'),
      alt_text: described(
        v.nullable(v.string()),
        'What networks read out to people who do not see it; null if there is none',
      ),
      state: described(
        v.picklist(['pending', 'ready']),
        'Only a `ready` file can go out with a post: see `completeMedia`',
      ),
      created_at: created,
    }),
  ),
  'A picture or video of the media library',
);

/** The request by which a client uploads the bytes itself: every header has to be sent as it is. */
export const uploadSchema = described(
  named(
    'Upload',
    v.object({
      method: v.literal('PUT'),
      url: described(
        v.pipe(v.string(), v.metadata({ format: 'uri' })),
        'Where the bytes go; a secret of this one upload',
      ),
      headers: described(v.record(v.string(), v.string()), 'Headers to send exactly as they are'),
      expires_at: described(timestamp, 'Until when the upload can begin: 15 minutes'),
    }),
  ),
  'The request that uploads the bytes, straight to the store of files',
);

/** The representation of a file. */
export function mediaView(media: Media): v.InferInput<typeof mediaSchema> {
  return {
    id: media.id,
    uuid: media.uuid,
    name: media.name,
    mime_type: media.mimeType,
    size: media.size,
    alt_text: media.altText,
    state: media.state,
    created_at: media.createdAt.toISOString(),
  };
}
