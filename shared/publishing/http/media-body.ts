import * as v from 'valibot';
import { MEDIA_LIMITS } from '#shared/publishing/domain/media.ts';
import { multiLineUpTo, singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

/** As long as Mastodon takes it, which takes the most. */
const ALT_TEXT_LIMIT = 1500;

/** What may be said of a file and changed later (decisions 5.1). An empty alternative text is none. */
export const descriptionFields = {
  name: described(singleLine(1, 255), 'Name of the file, for people'),
  alt_text: v.pipe(
    v.nullable(
      described(
        multiLineUpTo(ALT_TEXT_LIMIT),
        'What networks read out to people who do not see it; null or empty for none',
      ),
    ),
    v.transform((text) => text || null),
  ),
};

/** What a client announces of a file's bytes; how large it may be depends on the type. */
export const announcementFields = {
  mime_type: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.metadata({ enum: Object.keys(MEDIA_LIMITS) }),
    v.description('Type of the file; the upload has to be of it'),
  ),
  size: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1, 'out_of_range: Use the size in bytes, at least 1.'),
    v.metadata({
      maximum: Math.max(...Object.values(MEDIA_LIMITS)),
      description: 'In bytes; the most depends on the type',
    }),
  ),
};

/** Members that only answers have. */
export const MEDIA_READ_ONLY_FIELDS = ['id', 'uuid', 'state', 'url', 'created_at'];
