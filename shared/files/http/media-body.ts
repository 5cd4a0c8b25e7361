import * as v from 'valibot';
import { declaredType, MEDIA_LIMITS } from '#shared/files/domain/media.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { type FormFile, formFile } from '#shared/platform/http/multipart-form.ts';
import { multiLineUpTo, singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

/** The limit of Mastodon, which is the highest of all social networks. */
const ALT_TEXT_LIMIT = 1500;

/** Fields of a file that can be changed later. An empty alternative text counts as none. */
export const descriptionFields = {
  name: withDescription(singleLine(1, 255), 'Display name of the file'),
  alt_text: v.pipe(
    v.nullable(
      withDescription(
        multiLineUpTo(ALT_TEXT_LIMIT),
        'Alternative text for people who cannot see the file; null or empty for none',
      ),
    ),
    v.transform((text) => text || null),
  ),
};

/** Fields that a client declares before the upload. The maximum size depends on the media type. */
export const declarationFields = {
  mime_type: v.pipe(
    v.string(),
    v.transform(declaredType),
    v.metadata({ enum: Object.keys(MEDIA_LIMITS) }),
    v.description('Media type of the file; the upload must match it'),
  ),
  size: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1, issue('out_of_range', 'Use the size in bytes, at least 1.')),
    v.metadata({
      maximum: Math.max(...Object.values(MEDIA_LIMITS)),
      description: 'Size in bytes; the maximum depends on the media type',
    }),
  ),
};

/** The fields of a form that contains a file. */
export const formFields = jsonObject({
  file: v.pipe(
    formFile,
    v.check(
      ({ bytes }: FormFile) => bytes.length > 0,
      issue('out_of_range', 'Send a file with at least 1 byte.'),
    ),
    v.description('The file with its file name; its type is detected from the bytes'),
  ),
  name: v.optional(
    v.pipe(descriptionFields.name, v.description('Display name of the file; default: its file name')),
  ),
  alt_text: v.optional(
    v.pipe(
      descriptionFields.alt_text,
      // Browsers send each line break of a form as CR LF (HTML, 4.10.21.8), whatever a person has typed.
      v.transform((text) => text?.replaceAll(/\r\n?/gu, '\n') ?? null),
    ),
    null,
  ),
});

/** The parsed fields of such a form. */
export type MediaForm = v.InferOutput<typeof formFields>;

/** Fields that exist only in responses. */
export const MEDIA_READ_ONLY_FIELDS = [
  'id',
  'uuid',
  'width',
  'height',
  'state',
  'failure',
  'url',
  'created_at',
];
