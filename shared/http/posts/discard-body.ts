import * as v from 'valibot';
import { jsonObject } from '#shared/domain/json-object.ts';

/** How posts are deleted: for good unless the trash is asked for, and from this platform alone, never from the networks. */
export const discardFields = {
  trash: v.optional(v.boolean(), false),
  delete_mode: v.optional(
    v.picklist(['app_only'], 'invalid_format: Only "app_only" is offered.'),
    'app_only',
  ),
};

/** The body of deleting a post (decisions 5.1). */
export const discardBody = jsonObject(discardFields);
