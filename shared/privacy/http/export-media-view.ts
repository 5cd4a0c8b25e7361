import * as v from 'valibot';
import { count, numericId } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** A line of `media-files-0001.ndjson`: a media file that the export copied. */
export const copiedMediaSchema = v.object({
  media_id: numericId,
  name: withDescription(v.string(), 'Display name of the file'),
  mime_type: withDescription(v.string(), 'Media type of the file'),
  bytes: withDescription(count, 'Size of the file'),
  file: withDescription(v.string(), 'Name of the file in the export, such as `media/<uuid>.jpg`'),
});

/** A media file of an export in responses. */
export const exportMediaSchema = withDescription(
  withTitle(
    'ExportMedia',
    v.object({
      ...copiedMediaSchema.entries,
      url: withDescription(
        v.string(),
        'Reads the file without an API key, for an hour; every response has new URLs',
      ),
    }),
  ),
  'A copy of a media file in an export',
);
