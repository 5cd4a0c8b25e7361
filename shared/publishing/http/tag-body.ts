import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

/** The default colour of a tag: a blue that is readable on light and dark backgrounds. */
export const DEFAULT_TAG_COLOR = '#3b82f6';

/** Fields of a tag that clients set. Names do not have to be unique, because posts reference the integer ID. */
export const tagFields = {
  name: withDescription(singleLine(1, 255), 'Display name; it does not have to be unique'),
  hex_color: v.pipe(
    v.string(),
    v.regex(/^#[0-9a-fA-F]{6}$/u, issue('invalid_color', 'Use a colour in the format #rrggbb.')),
    v.description('The colour as `#rrggbb`; `#3b82f6`, a blue, by default'),
  ),
};

/** Fields that exist only in responses. */
export const TAG_READ_ONLY_FIELDS = ['id', 'uuid', 'created_at'];
