import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

/**
 * How posts are deleted: permanently by default, or to the trash. They are deleted only in this platform, never on
 * social networks.
 */
export const deletionFields = {
  trash: v.optional(
    withDescription(v.boolean(), '`true` moves posts to the trash; otherwise they are permanently deleted'),
    false,
  ),
  delete_mode: v.optional(
    withDescription(
      v.picklist(['app_only'], issue('invalid_format', 'Use "app_only", the only supported value.')),
      'Deletes only in this platform. Published posts stay on the social networks',
    ),
    'app_only',
  ),
};

/** Fields of the response. If anything was deleted, exactly one of them is true. */
export const deletedFields = {
  deleted: withDescription(v.boolean(), 'Whether at least one post was permanently deleted'),
  to_trash: withDescription(v.boolean(), 'Whether at least one post was moved to the trash'),
};

/** The body of `deletePost`. */
export const deletionBody = jsonObject(deletionFields);
