import * as v from 'valibot';
import { DOWNLOAD_FAILURES } from '#shared/files/domain/download-state.ts';
import { MEDIA_LIMITS, type Media } from '#shared/files/domain/media.ts';
import { count, created, numericId, pathId, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const MEDIA_TYPES = Object.keys(MEDIA_LIMITS);
/** The type of a file whose bytes are not known yet (RFC 2046, 4.5.1). */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Why the file of a URL could not be stored. */
const failureSchema = withTitle(
  'MediaFailure',
  v.object({
    code: withDescription(v.picklist(DOWNLOAD_FAILURES), 'The reason, for programs'),
    detail: withDescription(v.string(), 'The reason in one sentence'),
  }),
);

/** A file of the media library in responses. Posts reference its integer `id`. */
export const mediaSchema = withDescription(
  withTitle(
    'Media',
    v.object({
      id: numericId,
      uuid: pathId,
      name: withDescription(v.string(), 'Display name of the file'),
      mime_type: withDescription(
        v.picklist([...MEDIA_TYPES, UNKNOWN_TYPE]),
        'Media type of the file: as declared for an upload, which is rejected if it has another type, or as detected from ' +
          `the bytes. \`${UNKNOWN_TYPE}\` until the file of a URL is stored`,
      ),
      size: withDescription(
        count,
        'Size in bytes: the declared size, then the actual size after the upload. 0 until the file of a URL is stored',
      ),
      width: withDescription(
        v.nullable(count),
        'Width in pixels as the picture or video is shown, after the orientation of its metadata; null if it is unknown',
      ),
      height: withDescription(v.nullable(count), 'Height in pixels, like `width`'),
      alt_text: withDescription(
        v.nullable(v.string()),
        'Alternative text for people who cannot see the file; null if there is none',
      ),
      state: withDescription(
        v.picklist(['pending', 'downloading', 'ready', 'failed']),
        'Only a `ready` file can be published with a post. `completeMedia` makes a `pending` file ready. A file from a URL ' +
          'is `downloading`, then `ready` or `failed`',
      ),
      failure: withDescription(
        v.nullable(failureSchema),
        'Why the download of the file failed; null in every other state',
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
    mime_type: media.mimeType ?? UNKNOWN_TYPE,
    size: media.size ?? 0,
    width: media.width,
    height: media.height,
    alt_text: media.altText,
    state: media.state,
    failure: media.download?.failure ?? null,
    created_at: media.createdAt.toISOString(),
  };
}

/** The id of a download is that of its file. */
export const downloadIdField = withDescription(
  pathId,
  'The UUID of the file, as the ID of the download in `getMediaDownload`',
);

/** The status of a download as clients of Mixpost read it. */
export const downloadSchema = withDescription(
  withTitle(
    'MediaDownload',
    v.object({
      status: withDescription(
        v.picklist(['pending', 'downloading', 'completed', 'failed']),
        '`completed` for a file that is `ready`',
      ),
      progress: withDescription(count, 'Progress in percent: 0, then 100 for a completed download'),
      media: withDescription(
        v.nullable(mediaSchema),
        'The downloaded file; null until the download is completed',
      ),
      error: withDescription(
        v.nullable(v.string()),
        'Why the download failed, in one sentence; otherwise null',
      ),
    }),
  ),
  'The status of a download',
);

/** Converts a file to the status of its download. */
export function downloadView(media: Media): v.InferInput<typeof downloadSchema> {
  const isComplete = media.state === 'ready';
  return {
    status: media.state === 'ready' ? 'completed' : media.state,
    progress: isComplete ? 100 : 0,
    media: isComplete ? mediaView(media) : null,
    error: media.download?.failure?.detail ?? null,
  };
}
