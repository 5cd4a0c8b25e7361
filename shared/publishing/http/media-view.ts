import * as v from 'valibot';
import { count, created, numericId, pathId, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { MEDIA_LIMITS, type Media } from '#shared/publishing/domain/media.ts';

const MEDIA_TYPES = Object.keys(MEDIA_LIMITS);

/** A file of the media library in responses. Posts reference its integer `id`. */
export const mediaSchema = withDescription(
  withTitle(
    'Media',
    v.object({
      id: numericId,
      uuid: pathId,
      name: withDescription(v.string(), 'Display name of the file'),
      mime_type: withDescription(
        v.picklist(MEDIA_TYPES),
        'Media type of the file, as declared. An upload of a different type is rejected',
      ),
      size: withDescription(count, 'Size in bytes: the declared size, then the actual size after the upload'),
      alt_text: withDescription(
        v.nullable(v.string()),
        'Alternative text for people who cannot see the file; null if there is none',
      ),
      state: withDescription(
        v.picklist(['pending', 'ready']),
        'Only a `ready` file can be published with a post; `completeMedia` makes it ready',
      ),
      created_at: created,
    }),
  ),
  'An image or video in the media library',
);

/** The upload request for the client. All headers must be sent unchanged. */
export const uploadSchema = withDescription(
  withTitle(
    'Upload',
    v.object({
      method: withDescription(v.literal('PUT'), 'HTTP method of the upload request'),
      url: withDescription(
        v.pipe(v.string(), v.metadata({ format: 'uri' })),
        'The URL to upload to. Keep it secret: it is valid for this upload without a credential',
      ),
      headers: withDescription(v.record(v.string(), v.string()), 'Headers to send unchanged'),
      expires_at: withDescription(
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
