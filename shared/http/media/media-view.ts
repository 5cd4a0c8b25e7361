import * as v from 'valibot';
import { count, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { MEDIA_LIMITS, type Media } from '#shared/domain/media/media.ts';

const MEDIA_TYPES = Object.keys(MEDIA_LIMITS);

/** A file of the media library as shown; its integer `id` is what posts name. */
export const mediaSchema = named(
  'Media',
  v.object({
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    uuid,
    name: v.string(),
    mime_type: v.picklist(MEDIA_TYPES),
    size: count,
    alt_text: v.nullable(v.string()),
    state: v.picklist(['pending', 'ready']),
    created_at: timestamp,
  }),
);

/** The request by which a client uploads the bytes itself: every header has to be sent as it is. */
export const uploadSchema = named(
  'Upload',
  v.object({
    method: v.literal('PUT'),
    url: v.pipe(v.string(), v.metadata({ format: 'uri' })),
    headers: v.record(v.string(), v.string()),
    expires_at: timestamp,
  }),
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
