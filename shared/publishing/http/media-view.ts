import * as v from 'valibot';
import { count, created, numericId, pathId, timestamp } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { MEDIA_LIMITS, type Media } from '#shared/publishing/domain/media.ts';
import { described } from '#shared/platform/http/described.ts';

const MEDIA_TYPES = Object.keys(MEDIA_LIMITS);

/** A file of the media library in responses. Posts reference its integer `id`. */
export const mediaSchema = described(
  named(
    'Media',
    v.object({
      id: numericId,
      uuid: pathId,
      name: described(v.string(), 'Display name of the file'),
      mime_type: described(
        v.picklist(MEDIA_TYPES),
        'Media type of the file, as declared. An upload of a different type is rejected',
      ),
      size: described(count, 'Size in bytes: the declared size, then the actual size after the upload'),
      alt_text: described(
        v.nullable(v.string()),
        'Alternative text for people who cannot see the file; null if there is none',
      ),
      state: described(
        v.picklist(['pending', 'ready']),
        'Only a `ready` file can be published with a post; `completeMedia` makes it ready',
      ),
      created_at: created,
    }),
  ),
  'An image or video in the media library',
);

/** The upload request for the client. All headers must be sent unchanged. */
export const uploadSchema = described(
  named(
    'Upload',
    v.object({
      method: v.literal('PUT'),
      url: described(
        v.pipe(v.string(), v.metadata({ format: 'uri' })),
        'The URL to upload to. Keep it secret: it is valid for this upload without a credential',
      ),
      headers: described(v.record(v.string(), v.string()), 'Headers to send unchanged'),
      expires_at: described(
        timestamp,
        'When the URL expires, after 15 minutes. An upload must start before that',
      ),
    }),
  ),
  'The upload request, which sends the bytes directly to the file storage',
);

/** Converts a file to its representation. */
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
