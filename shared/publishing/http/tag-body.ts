import * as v from 'valibot';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

/** The colour of a tag that names none: a blue that reads on light and dark ground. */
export const DEFAULT_TAG_COLOR = '#3b82f6';

/** Settable members of a tag (decisions 5.1). Names need not be unique: the integer is what posts name. */
export const tagFields = {
  name: described(singleLine(1, 255), 'What people know it by; several tags can have the same'),
  hex_color: v.pipe(
    v.string(),
    v.regex(/^#[0-9a-fA-F]{6}$/u, 'invalid_color: Use a colour of the form #rrggbb.'),
    v.description('Its colour as `#rrggbb`; `#3b82f6`, a blue, if it never had another'),
  ),
};

/** Members that only answers have. */
export const TAG_READ_ONLY_FIELDS = ['id', 'uuid', 'created_at'];
